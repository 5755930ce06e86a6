"""Postings in segments hold what the collection holds, whatever the order of changes."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest

from llama_index_layout_rag.retrieval.engines.postings import Postings


@dataclass
class Vector:
    indices: list[int]
    values: list[float]


def random_vector(rng: random.Random) -> Vector:
    indices = sorted(rng.sample(range(40), rng.randint(1, 12)))
    return Vector(indices, [float(np.float32(rng.uniform(0.1, 2))) for _ in indices])


def slots(numbers: set[int]) -> np.ndarray:
    return np.array(sorted(numbers), dtype=np.int32)


@pytest.mark.parametrize("seed", range(8))
def test_scores_and_frequencies_stay_right_through_changes(seed: int) -> None:
    rng = random.Random(seed)
    vectors: list[Vector] = []
    present: set[int] = set()
    postings = Postings(vectors)
    for _ in range(60):
        added = set(range(len(vectors), len(vectors) + rng.choice([0, 1, 5, 30])))
        vectors += [random_vector(rng) for _ in added]
        known = sorted(present)
        changed = set(rng.sample(known, min(len(known), rng.choice([0, 1, 4]))))
        removed = set(rng.sample(known, min(len(known), rng.choice([0, 0, 2, 20])))) - changed
        for slot in changed:
            vectors[slot] = random_vector(rng)
        present = (present | added) - removed
        postings.update(slots(added | changed | removed), slots(added | changed))

        tokens = np.array(rng.sample(range(50), 6), dtype=np.uint32)
        weights = np.array([rng.uniform(0.1, 3) for _ in tokens])
        first = rng.randrange(len(vectors) + 1)
        last = rng.randrange(first, len(vectors) + 1)
        scores = postings.scores(first, last, tokens, weights)
        for slot in present & set(range(first, last)):
            vector = dict(zip(vectors[slot].indices, vectors[slot].values, strict=True))
            expected = sum(w * vector.get(int(t), 0) for t, w in zip(tokens, weights, strict=True))
            assert scores[slot - first] == pytest.approx(expected, rel=1e-6)
        counts = [sum(int(token) in vectors[slot].indices for slot in present) for token in tokens]
        assert postings.frequencies(tokens).tolist() == counts
        assert len(postings._segments) <= 2 + np.log2(len(vectors) + 1)


def test_no_points_and_no_tokens() -> None:
    postings = Postings([])
    nothing = np.zeros(0, dtype=np.uint32)
    assert postings.scores(0, 0, nothing, np.zeros(0)).tolist() == []
    assert postings.frequencies(np.array([3], dtype=np.uint32)).tolist() == [0]
    postings = Postings([Vector([], [])])
    postings.update(np.array([0], dtype=np.int32), np.array([0], dtype=np.int32))
    assert postings.scores(0, 1, np.array([3], dtype=np.uint32), np.ones(1)).tolist() == [0.0]
    assert postings.frequencies(np.array([3], dtype=np.uint32)).tolist() == [0]

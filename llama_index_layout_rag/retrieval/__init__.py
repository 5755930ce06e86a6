"""Retrieval: from a question to cited results."""

"""English steps: words from left to right, objects after the verb."""

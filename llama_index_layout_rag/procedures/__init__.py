"""Procedures: from a layout to steps, blocks and nodes."""

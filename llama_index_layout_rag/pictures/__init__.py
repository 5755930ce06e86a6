"""Pictures: from the pictures of a layout to evidence that can be searched and shown."""

"""The PDF reader: characters, images and paths of PDFium become the elements of a manual."""

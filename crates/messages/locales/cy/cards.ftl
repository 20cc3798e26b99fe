# Welsh.

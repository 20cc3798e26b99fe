# Vietnamese.

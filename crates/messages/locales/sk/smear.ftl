# Slovak.

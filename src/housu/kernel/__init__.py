"""The engine: plain functions over records of whole numbers, run as they are or compiled by Numba."""

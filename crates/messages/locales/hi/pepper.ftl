# Hindi.

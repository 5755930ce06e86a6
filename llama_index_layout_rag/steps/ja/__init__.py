"""Japanese steps: the verb closes the clause, objects carry particles."""

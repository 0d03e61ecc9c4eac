// Better with than without: suggestions while typing, and the language that was chosen last.

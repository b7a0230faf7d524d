"""The command line of sixtysix: reads what people type, and shows them what the solver says."""

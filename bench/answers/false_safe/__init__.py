"""Answers that would be safe to believe, and are not: compared with other tools."""

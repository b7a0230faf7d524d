"""Games for three and four hands without a stock: positions, their checks, worlds and answers.

The counterparts of the modules of the same names one level up, which are about two hands.
"""

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays an engine that is not hone: counts features of its own in chess positions and writes them as rows.

    print_rows.py POSITIONS.epd NAME      writes NAME.rowtext and NAME.names (format: data/ROWS.md)

Positions are EPD lines with the result as c9 "1-0";. Counts are White's minus Black's.
"""
import sys
from collections import Counter

PIECES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen"}
PHASE = {"N": 1, "B": 1, "R": 2, "Q": 4}  # 24 with all pieces on the board

NAMES = """game example_engine
stages mg eg
steps 24
material.pawn    scalar
material.knight  scalar
material.bishop  scalar
material.rook    scalar
material.queen   scalar
psqt.knight      board 8 8  by square, as its side sees it
pawn.rank        list 8     pawns by rank, as their side sees it
pawn.doubled     scalar     pawns behind one of their own
"""


def squares(placement):
    """The pieces of a FEN as (letter, file, rank), a1 being 0, 0."""
    for row, text in enumerate(placement.split("/")):
        file = 0
        for letter in text:
            if letter.isdigit():
                file += int(letter)
            else:
                yield letter, file, 7 - row
                file += 1


def count(placement):
    """Features by their names, and the phase: 0 with all pieces on the board, 24 with none."""
    counts, pawns, phase = Counter(), Counter(), 24
    for letter, file, rank in squares(placement):
        sign, rank = (1, rank) if letter.isupper() else (-1, 7 - rank)
        piece = letter.upper()
        phase -= PHASE.get(piece, 0)
        if piece in PIECES:
            counts["material." + PIECES[piece]] += sign
        if piece == "N":
            counts[f"psqt.knight[{rank},{file}]"] += sign
        if piece == "P":
            counts[f"pawn.rank[{rank}]"] += sign
            counts["pawn.doubled"] += sign * (pawns[sign, file] > 0)
            pawns[sign, file] += 1
    return counts, max(phase, 0)


def main(positions, name):
    with open(name + ".names", "w") as names:
        names.write(NAMES)
    with open(positions) as lines, open(name + ".rowtext", "w") as rows:
        for line in lines:
            counts, phase = count(line.split()[0])
            result = line.split('c9 "')[1].split('"')[0]
            print(result, f"p={phase}", *(f"{term}:{n}" for term, n in counts.items() if n != 0), file=rows)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Makes test/fixtures/extreme-tables: what statistics programs write of very long texts, labels beyond Latin letters,
numbers at the ends of their types and days before 1970. test/unit/tabular/extreme-tables.test.ts has the same values.

Run once, by hand, with pandas 3.1.1 and pyreadstat 1.3.7; what it makes is committed:

    python3 tools/make-extreme-fixtures.py test/fixtures/extreme-tables
"""

import datetime as dt
import gzip
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat

out = Path(sys.argv[1])
ALPHABET = "abcdefghijklmnopqrstuvwxyzäöü日本語"
# Doubles of Stata end at 2^1023, floats at 2^127.
DOUBLES = [5e-324, 2.2250738585072014e-308, 8.98e307, -1.7976931348623157e308, 0.1]
FLOATS = [1.401298464324817e-45, 1.1754943508222875e-38, 1.7014117331926443e38, -3.4028234663852886e38, 0.1]
LONGS = [-2147483647, 2147483620, 0, 1, -1]
DAYS = [dt.date(1, 1, 1), dt.date(1582, 10, 15), dt.date(1899, 12, 31), dt.date(1969, 12, 31), dt.date(9999, 12, 31)]
LABELS = {1: "γυναίκα", 2: "мужчина", 3: "女性", 4: "رجل", 5: "ज़रूरत 🦜"}
TITLES = {"large": "Διπλής ακρίβειας", "sex": "性別", "much": "длинный текст", "forty": "أربعون"}


def texts(length):
    return [(ALPHABET * (length // len(ALPHABET) + 1))[:length], "", "x", "", "語"]


def frame(length, days):
    return pd.DataFrame({
        "large": pd.Series(DOUBLES, dtype="float64"), "sex": pd.Series([1, 2, 3, 4, 5], dtype="int8"),
        "whole": pd.Series(LONGS, dtype="int32"), "much": texts(length), "forty": [t[:40] for t in texts(length)], **days,
    })


stata = frame(100_000, {"single": pd.Series(FLOATS, dtype="float32"), "day": [(day - dt.date(1960, 1, 1)).days for day in DAYS]})
stata["day"] = stata["day"].astype("int32")
path = out / "extremes.dta"
stata.to_stata(path, version=118, write_index=False, convert_strl=["much"], variable_labels=TITLES, value_labels={"sex": LABELS})
# pandas keeps its days to nanoseconds, which end in 2262: the format is put in the place of the one it writes for longs.
bytes_ = path.read_bytes()
formats = bytes_.index(b"<formats>") + len("<formats>") + 6 * 57
assert bytes_[formats : formats + 6] == b"%12.0g"
path.with_suffix(".dta.gz").write_bytes(gzip.compress(bytes_[:formats] + b"%td\0\0\0" + bytes_[formats + 6 :], mtime=0))
path.unlink()

pyreadstat.write_sav(
    # SPSS has no day before October 1582.
    frame(5000, {"day": DAYS[1:] + [None]}), str(out / "extremes.zsav"), compress=True, column_labels=TITLES, variable_value_labels={"sex": LABELS},
)

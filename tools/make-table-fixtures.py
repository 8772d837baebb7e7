"""Makes test/fixtures/tables: small tables in the formats of statistics programs, and what they hold.

Run once, by hand, with pandas 3.1.1 and pyreadstat 1.3.7; what it makes is committed:

    python3 tools/make-table-fixtures.py test/fixtures/tables

expected.json has one entry a file: its variables and its rows, written from the values below, not read back from
the files. Numbers of 32 bits stand as the double of the same value; texts of dates as the contract has them.
Releases of Stata that neither package writes (104 to 111) are laid out here after the published format.
"""

import datetime as dt
import json
import struct
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat

out = Path(sys.argv[1])
expected = {}
LONG = "".join(chr(97 + i % 26) for i in range(300))
TEXTS = ["Ann", "Çiğdem", "日本", "", "x" * 40, "a b"]
LATIN = ["Ann", "Çedille", "Größe", "", "x" * 40, "a b"]
LONGS = [LONG, "", "kurz", "", LONG[:256], "é" * 100]
SEX = [1, 2, None, 9, 2, 1]
IDS = [1, -7, 2147483620, -2147483647, 100, 32741]
XS = [1.5, None, -2.25, 1e-300, 1.7e300, 0.1]
FS = [1.1, 2.7, 3e10, None, -0.5, 1.5e38]
DATES = [dt.date(1899, 12, 31), dt.date(2020, 2, 29), None, dt.date(1960, 1, 1), dt.date(1959, 12, 31), dt.date(2024, 12, 31)]
TIMES = [
    dt.datetime(1999, 12, 31, 23, 59, 59, 125000), None, dt.datetime(1959, 12, 31, 0, 0, 1), dt.datetime(1970, 1, 1),
    dt.datetime(1899, 12, 30, 12, 0, 0, 500000), dt.datetime(2024, 2, 29, 1, 2, 3),
]
SEX_LABELS = {1: "männlich", 2: "weiblich", 9: "no answer"}


def wide(values):
    return [None if v is None else float(np.float32(v)) for v in values]


def days(values):
    return [None if v is None else v.isoformat() for v in values]


def moments(values, decimals=True):
    return [None if v is None else v.strftime("%Y-%m-%d %H:%M:%S") + (f".{v.microsecond // 1000:03d}" if decimals else "") for v in values]


def expect(name, columns):
    """columns: (name, type, values, more); type is integer, double, float, text, date, time."""
    variables = [dict(name=n, type=t, **more) for n, t, _, more in columns]
    rows = [list(row) for row in zip(*[v for _, _, v, _ in columns])]
    expected[name] = dict(variables=variables, rows=rows)


def labelled(labels):
    return [dict(value=k, label=v) for k, v in labels.items()]


def blank_is_missing(values):
    return [v if v else None for v in values]


# Stata, by pandas: doubles, floats, longs, bytes, str, strL, %td and %tc.
def stata_frame(texts, longs):
    return pd.DataFrame({
        "id": np.array(IDS, dtype=np.int32), "sex": pd.Series(SEX, dtype="float64"), "x": pd.Series(XS, dtype="float64"),
        "f": pd.Series(FS, dtype="float32"), "s": texts, "longs": longs,
        "d": pd.to_datetime(pd.Series(DATES)), "t": pd.to_datetime(pd.Series(TIMES)),
    })


def stata_columns(texts, longs):
    return [
        ("id", "integer", IDS, dict(label="Case number")),
        ("sex", "double", [None if v is None else float(v) for v in SEX], dict(categories=labelled(SEX_LABELS))),
        ("x", "double", XS, {}), ("f", "float", wide(FS), {}), ("s", "text", blank_is_missing(texts), {}),
        ("longs", "text", longs, {}),
        ("d", "date", days(DATES), dict(format="yyyy-MM-dd")),
        ("t", "time", moments(TIMES), dict(format="yyyy-MM-dd HH:mm:ss.SSS")),
    ]


for version in (114, 117, 118, 119):
    for order in ("little", "big"):
        if version in (114, 119) and order == "big":
            continue
        texts = TEXTS if version >= 118 else LATIN
        # pandas writes strL of release 117 in UTF-8, unlike Stata.
        longs = [text.replace("é", "e") for text in LONGS] if version == 117 else LONGS
        frame = stata_frame(texts, longs)
        columns = stata_columns(texts, longs)
        if version == 114:
            frame = frame.drop(columns=["longs"])
            columns = [c for c in columns if c[0] != "longs"]
        name = f"stata-{version}-{order}.dta"
        labels = SEX_LABELS
        frame.to_stata(
            out / name, version=version, byteorder=order, write_index=False, data_label="Fixture",
            convert_dates={"d": "td", "t": "tc"}, variable_labels={"id": "Case number"},
            **(dict(convert_strl=["longs"]) if version >= 117 else {}), value_labels={"sex": labels},
        )
        expect(name, columns)


# Stata before release 113, laid out by hand. Missing values: the greatest number of each type.
def old_stata(release, big):
    order = ">" if big else "<"
    name_width = 33 if release >= 110 else 9
    format_width = 12 if release >= 105 else 7
    label_width = 81 if release >= 106 else 32
    encoded = "cp1252"

    def text(value, width):
        data = value.encode(encoded)
        return data[: width - 1] + b"\0" * (width - min(len(data), width - 1))

    kinds = "bildfs"
    codes = dict(b=251, i=252, l=253, f=254, d=255, s=9) if release >= 111 else dict(b=98, i=105, l=108, f=102, d=100, s=0x7F + 9)
    names = ["b1", "i2", "l4", "d8", "f4", "str9"]
    rows = [
        (1, 300, 100000, 2.5, 1.1, "€uro"), (127, 32767, 2147483647, None, None, ""), (-5, -300, -100000, -1e-300, -2.5, "neuntext9"),
    ]
    double_missing = 2.0**333 if release < 108 else 2.0**1023
    formats = ["%8.0g", "%8.0g", "%d", "%9.0g", "%9.0g", "%9s"]
    made = bytes([release, 1 if big else 2, 1, 0]) + struct.pack(order + "hi", len(names), len(rows))
    made += text("old", 81 if release >= 108 else 32)
    if release >= 105:
        made += text("23 Nov 2026 12:00", 18)
    made += bytes(codes[k] for k in kinds) + b"".join(text(n, name_width) for n in names)
    made += b"\0\0" * (len(names) + 1) + b"".join(text(f, format_width) for f in formats)
    made += b"".join(text(n, name_width) for n in ["yesno", "", "", "", "", ""])
    made += b"".join(text(n, label_width) for n in ["Größe", "", "", "", "", ""])
    if release >= 110:
        made += b"\1" + struct.pack(order + "i", 5) + b"chars" + b"\0" + struct.pack(order + "i", 0)
    elif release >= 105:
        made += b"\1" + struct.pack(order + "h", 5) + b"chars" + b"\0" + struct.pack(order + "h", 0)
    for b, i, l, d, f, s in rows:
        made += struct.pack(order + "bhi", b, i, l)
        made += struct.pack(order + "d", double_missing if d is None else d)
        made += struct.pack(order + "f", 2.0**127 if f is None else f)
        made += s.encode(encoded).ljust(9, b"\0")
    if release >= 108:
        texts = b"no\0yes\0"
        table = struct.pack(order + "ii", 2, len(texts)) + struct.pack(order + "iiii", 0, 3, 0, 1) + texts
        made += struct.pack(order + "i", len(table)) + text("yesno", name_width) + b"\0\0\0" + table
    else:
        made += struct.pack(order + "h", 2) + text("yesno", 9) + b"\0" + struct.pack(order + "hh", 0, 1) + b"no".ljust(8, b"\0") + b"yes".ljust(8, b"\0")
    name = f"stata-{release}-{'big' if big else 'little'}.dta"
    (out / name).write_bytes(made)
    l4 = ["2233-10-16", None, "1686-03-17"]
    expect(name, [
        ("b1", "integer", [1, None, -5], dict(label="Größe", categories=[dict(value=0, label="no"), dict(value=1, label="yes")])),
        ("i2", "integer", [300, None, -300], {}), ("l4", "date", l4, dict(format="yyyy-MM-dd")),
        ("d8", "double", [2.5, None, -1e-300], {}), ("f4", "float", wide([1.1, None, -2.5]), {}),
        ("str9", "text", ["€uro", None, "neuntext9"], {}),
    ])


for release, big in ((104, False), (105, True), (108, False), (110, True), (111, False), (113, True)):
    old_stata(release, big)

# SPSS, by pyreadstat (ReadStat): uncompressed, bytecodes, zlib blocks.
spss = pd.DataFrame({
    "identifier_long_name": pd.Series(IDS, dtype="float64"), "sex": pd.Series(SEX, dtype="float64"), "x": pd.Series(XS, dtype="float64"),
    "s": TEXTS, "longs": LONGS, "d": DATES, "t": TIMES,
})
spss_columns = [
    ("identifier_long_name", "integer", IDS, dict(label="Case number")),
    ("sex", "integer", SEX, dict(categories=labelled(SEX_LABELS), missing=dict(values=[9], ranges=[[97, 99]]))),
    ("x", "double", XS, {}), ("s", "text", [t or " " for t in TEXTS], dict(categories=[dict(value="Ann", label="A name")])),
    ("longs", "text", [t or " " for t in LONGS], dict(categories=[dict(value="kurz", label="short")])),
    ("d", "date", days(DATES), dict(format="yyyy-MM-dd")),
    ("t", "time", moments(TIMES), dict(format="yyyy-MM-dd HH:mm:ss.SSS")),
]
spss_values = {"sex": SEX_LABELS, "s": {"Ann": "A name"}, "longs": {"kurz": "short"}}
for name, options in (("spss-plain.sav", {}), ("spss-bytecode.sav", dict(row_compress=True)), ("spss-zlib.zsav", dict(compress=True))):
    pyreadstat.write_sav(
        spss, str(out / name), column_labels={"identifier_long_name": "Case number"}, variable_value_labels=spss_values,
        missing_ranges={"sex": [9, dict(lo=97, hi=99)]}, variable_format={"t": "DATETIME23.3"}, **options,
    )
    expect(name, spss_columns)

# SPSS: what print formats make of numbers. Seconds, and for dates seconds since 1582-10-14.
SECONDS = [3661.25, 0.0, None, 90000.5, 86399.999]
ZERO = dt.datetime(1582, 10, 14)
MOMENTS = [
    None if text is None else (dt.datetime.fromisoformat(text) - ZERO).total_seconds()
    for text in ("2020-04-01 01:01:01.250", "1582-10-14 00:00:00", None, "1903-04-24 00:00:00", "2020-03-31 23:59:59")
]
DAYS = ["2020-04-01", "1582-10-14", None, "1903-04-24", "2020-03-31"]
CLOCKS = ["01:01:01", "00:00:00", None, "00:00:00", "23:59:59"]
formats = {
    "clock": ("TIME8", "time", SECONDS, ["01:01:01", "00:00:00", None, "25:00:00", "23:59:59"], "HH:mm:ss"),
    "clock2": ("TIME11.2", "time", SECONDS, ["01:01:01.250", "00:00:00.000", None, "25:00:00.500", "23:59:59.999"], "HH:mm:ss.SSS"),
    "dtime": ("DTIME20", "text", SECONDS, ["000 01:01:01", "000 00:00:00", None, "001 01:00:00", "000 23:59:59"], None),
    "moment": ("DATETIME20", "time", MOMENTS, [d and f"{d} {c}" for d, c in zip(DAYS, CLOCKS)], "yyyy-MM-dd HH:mm:ss"),
    "date": ("DATE11", "date", MOMENTS, DAYS, "yyyy-MM-dd"), "adate": ("ADATE10", "date", MOMENTS, DAYS, "yyyy-MM-dd"),
    "edate": ("EDATE10", "date", MOMENTS, DAYS, "yyyy-MM-dd"), "sdate": ("SDATE10", "date", MOMENTS, DAYS, "yyyy-MM-dd"),
    "jdate": ("JDATE7", "date", MOMENTS, DAYS, "yyyy-MM-dd"), "moyr": ("MOYR8", "date", MOMENTS, DAYS, "yyyy-MM-dd"),
    "qyr": ("QYR8", "date", MOMENTS, DAYS, "yyyy-MM-dd"), "wkyr": ("WKYR10", "date", MOMENTS, DAYS, "yyyy-MM-dd"),
    "day": ("WKDAY3", "text", [1.0, 7.0, None, 4.0, 8.0], ["Sun", "Sat", None, "Wed", "8"], None),
    "month": ("MONTH3", "text", [1.0, 12.0, None, 4.0, 0.0], ["Jan", "Dec", None, "Apr", "0"], None),
    "pct": ("PCT8.1", "double", [1.5, 2.0, None, -0.25, 1e20], [1.5, 2.0, None, -0.25, 1e20], None),
    "whole": ("F8.2", "integer", [1.0, 2.0, None, -3.0, 1e15], [1, 2, None, -3, 10**15], None),
}
pyreadstat.write_sav(
    pd.DataFrame({name: pd.Series(values, dtype="float64") for name, (_, _, values, _, _) in formats.items()}), str(out / "spss-formats.sav"),
    variable_format={name: shown for name, (shown, _, _, _, _) in formats.items()}, row_compress=True,
)
expect("spss-formats.sav", [(n, t, texts, dict(format=f) if f else {}) for n, (_, t, _, texts, f) in formats.items()])

LONGEST = [(LONG * 7)[:1999], "é" * 510, "", "a" * 255 + "b" * 255 + "c"]
pyreadstat.write_sav(pd.DataFrame({"n": [1.0, 2.0, 3.0, 4.0], "longest": LONGEST, "after": ["w", "x", "y", "z"]}), str(out / "spss-long-string.sav"), row_compress=True)
expect("spss-long-string.sav", [
    ("n", "integer", [1, 2, 3, 4], {}), ("longest", "text", [t or " " for t in LONGEST], {}), ("after", "text", ["w", "x", "y", "z"], {}),
])


# SPSS with the greatest byte first, Windows-1252 by its code page alone, bytecodes, an unknown number of cases, laid out by hand.
def laid_out_sav():
    lowest = bytes.fromhex("ffeffffffffffffe")
    made = b"$FL2" + b"@(#) fixture".ljust(60) + struct.pack(">iiiiid", 2, 4, 1, 0, -1, 100.0) + b"23 Nov 2612:00:00" + b" " * 64 + b"\0" * 3

    def record(width, name, shown, label=None, count=0, missing=b""):
        head = struct.pack(">iiiiii", 2, width, 0 if label is None else 1, count, shown, shown) + name.encode("cp1252").ljust(8)
        if label is None:
            return head + missing
        text = label.encode("cp1252")
        return head + struct.pack(">i", len(text)) + text.ljust(-(-len(text) // 4) * 4) + missing

    f82, a10, a2 = 5 << 16 | 8 << 8 | 2, 1 << 16 | 10 << 8, 1 << 16 | 2 << 8
    made += record(0, "N1", f82, "Größe", -3, lowest + struct.pack(">dd", -1.0, 99.0))
    made += record(10, "S1", a10, "Straße") + struct.pack(">iiiiii", 2, -1, 0, 0, 0, 0) + b" " * 8
    made += record(2, "CÄ", a2, None, 1, b"zz".ljust(8))
    made += struct.pack(">ii", 3, 2) + struct.pack(">dB", 1.0, 5) + "größt".encode("cp1252").ljust(7) + struct.pack(">dB", 99.0, 4) + b"none".ljust(7)
    made += struct.pack(">iii", 4, 1, 1)
    made += struct.pack(">ii", 3, 1) + b"a".ljust(8) + b"\7" + b"small a" + struct.pack(">iii", 4, 1, 4)
    made += struct.pack(">ii", 6, 1) + b"A line of a document".ljust(80)
    made += struct.pack(">iiii8i", 7, 3, 4, 8, 1, 0, 0, -1, 1, 1, 1, 1252)
    made += struct.pack(">iiii", 7, 77, 1, 3) + b"new" + struct.pack(">ii", 999, 0)
    cells = [(101, "Café", "a"), (255, "", "zz"), (99, "0123456789", "b"), (199, "ab", "a"), (2.5, "x", "")]
    codes, literals = b"", b""
    for number, text, short in cells:
        for element in [number, text.encode("cp1252").ljust(16)[:8], text.encode("cp1252").ljust(16)[8:], short.encode("cp1252").ljust(8)]:
            if isinstance(element, int):
                codes += bytes([element])
            elif isinstance(element, bytes) and element == b" " * 8:
                codes += b"\xfe"
            else:
                codes, literals = codes + b"\xfd", literals + (element if isinstance(element, bytes) else struct.pack(">d", element))
            if len(codes) == 8:
                made, codes, literals = made + codes + literals, b"", b""
    (out / "spss-big-1252.sav").write_bytes(made + (codes + b"\xfc").ljust(8, b"\0") + literals)
    expect("spss-big-1252.sav", [
        ("N1", "double", [1.0, None, -1.0, 99.0, 2.5], dict(
            label="Größe", categories=[dict(value=1, label="größt"), dict(value=99, label="none")],
            missing=dict(values=[99], ranges=[[None, -1]]))),
        ("S1", "text", ["Café", " ", "0123456789", "ab", "x"], dict(label="Straße")),
        ("CÄ", "text", ["a", "zz", "b", "a", " "], dict(categories=[dict(value="a", label="small a")], missing=dict(values=["zz"], ranges=[]))),
    ])


laid_out_sav()

# SPSS portable: names in capitals, ASCII.
portable = pd.DataFrame({"ID": pd.Series(IDS, dtype="float64"), "X": pd.Series([1.5, None, -2.25, 1e-20, 1e20, 0.1], dtype="float64"), "S": ["Ann", "b/c", "d  e", "", "x" * 40, "F"]})
pyreadstat.write_por(portable, str(out / "spss-portable.por"), column_labels={"ID": "Case number"})
expect("spss-portable.por", [
    ("ID", "integer", IDS, dict(label="Case number")), ("X", "double", [1.5, None, -2.25, 1e-20, 1e20, 0.1], {}),
    ("S", "text", ["Ann", "b/c", "d  e", " ", "x" * 40, "F"], {}),
])


# SPSS portable with labels, missing values and dates, lines without the blanks at their ends, laid out by hand.
def laid_out_por():
    characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz .<(+|&[]!$*);^-/|,%_>?`:#@'=\""

    def number(value):
        digits, rest = "", abs(value)
        while rest or not digits:
            digits, rest = "0123456789ABCDEFGHIJKLMNOPQRST"[rest % 30] + digits, rest // 30
        return ("-" if value < 0 else "") + digits + "/"

    def text(value):
        return number(len(value.encode())) + value

    def record(width, name, shown, more=""):
        return "7" + number(width) + text(name) + 2 * "".join(number(part) for part in shown) + more

    made = "SPSS PORT FILE".ljust(200) + "0" * 64 + characters.ljust(192, "0") + "SPSSPORT"
    made += "A" + text("20261123") + text("120000") + "1" + text("fixture") + "4" + number(6) + "5" + number(11) + "6" + text("N")
    made += record(0, "N", (5, 8, 2), "8" + number(9) + "C" + text("Größe")) + record(0, "LOW", (5, 8, 2), "9" + number(-1))
    made += record(0, "HIGH", (5, 8, 2), "A" + number(90) + "8" + number(0)) + record(0, "SPAN", (5, 8, 2), "B" + number(7) + number(9))
    made += record(0, "DAY", (23, 10, 0)) + record(6, "S", (1, 6, 0), "8" + text("zz") + "C" + text("Text"))
    made += "D" + number(2) + text("N") + text("SPAN") + number(2) + number(1) + text("one") + number(9) + text("nine")
    made += "D" + number(1) + text("S") + number(1) + text("a") + text("small a") + "E" + number(1) + text("A line of a document") + "F"
    day = int((dt.datetime(2020, 4, 1) - ZERO).total_seconds())
    for n, low, high, span, when, s in [(1, -5, 99, 8, day, "a"), (9, 0, 0, 1, None, "zz   "), (-29, None, 1, 1, 0, "b    c"), (810000, 2, 2, 2, 86400, "   ")]:
        made += "".join("*." if part is None else number(part) for part in (n, low, high, span, when)) + text(s)
    lines = [made[at : at + 80] for at in range(0, len(made) + 1, 80)]
    lines[-1] = lines[-1].ljust(80, "Z")
    (out / "spss-labels.por").write_bytes("\n".join(line.rstrip(" ") for line in lines).encode() + b"\n")
    ranges = dict(values=[], ranges=[[None, -1]]), dict(values=[0], ranges=[[90, None]]), dict(values=[], ranges=[[7, 9]])
    numbered = [dict(value=1, label="one"), dict(value=9, label="nine")]
    expect("spss-labels.por", [
        ("N", "integer", [1, 9, -29, 810000], dict(label="Größe", categories=numbered, missing=dict(values=[9], ranges=[]))),
        ("LOW", "integer", [-5, 0, None, 2], dict(missing=ranges[0])), ("HIGH", "integer", [99, 0, 1, 2], dict(missing=ranges[1])),
        ("SPAN", "integer", [8, 1, 1, 2], dict(categories=numbered, missing=ranges[2])),
        ("DAY", "date", ["2020-04-01", None, "1582-10-14", "1582-10-15"], dict(format="yyyy-MM-dd")),
        ("S", "text", ["a", "zz", "b    c", " "], dict(label="Text", categories=[dict(value="a", label="small a")], missing=dict(values=["zz"], ranges=[]))),
    ])


laid_out_por()

# SAS transport, by pyreadstat: numbers of IBM, 56 bits of mantissa.
sas_xs = [1.5, None, -2.25, 1e-70, 7e74, 0.1]
for version in (5, 8):
    long_name = "X" if version == 5 else "a_long_variable_name"
    sas = pd.DataFrame({"ID": pd.Series(IDS, dtype="float64"), long_name: pd.Series(sas_xs, dtype="float64"), "S": LATIN, "D": DATES, "T": TIMES})
    label = "Case number" if version == 5 else "Case number, with a label of more than forty characters"
    name = f"sas-{version}.xpt"
    pyreadstat.write_xport(sas.assign(S=["Ann", "Cedille", "Grosse", "", "x" * 40, "a b"]), str(out / name), file_format_version=version, column_labels={"ID": label}, table_name="FIXTURE")
    expect(name, [
        ("ID", "integer", IDS, dict(label=label)), (long_name, "double", sas_xs, {}),
        ("S", "text", ["Ann", "Cedille", "Grosse", "", "x" * 40, "a b"], {}),
        ("D", "date", days(DATES), dict(format="yyyy-MM-dd")), ("T", "time", moments(TIMES), dict(format="yyyy-MM-dd HH:mm:ss.SSS")),
    ])

entries = ",\n".join(f"{json.dumps(name)}: {json.dumps(table, ensure_ascii=False)}" for name, table in sorted(expected.items()))
(out / "expected.json").write_text("{\n" + entries + "\n}\n")

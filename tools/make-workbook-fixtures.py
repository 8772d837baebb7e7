"""Makes workbooks for test/unit/tabular/xlsx.test.ts, which says what they hold.

Run once, by hand, with openpyxl 3.1.5 and XlsxWriter 3.3.1; what it makes is committed:

    python3 tools/make-workbook-fixtures.py test/fixtures/tables
"""

import datetime as dt
import sys
from pathlib import Path

import openpyxl
import xlsxwriter

out = Path(sys.argv[1])
rows = [
    ["an id", "first_name", "value", None, "day", "flag", "mixed"],
    [1, "Ann", 1.5, "x", dt.datetime(2020, 1, 1), True, 1],
    [2, 'Bob, "Jr."\n\tline', -2, None, dt.datetime(2021, 3, 4, 12), False, "a"],
    [None, "日本", 1e-7, None, None, None, None],
    [4, '"quoted"', None, ".", dt.datetime(1999, 12, 31), True, 123456789.123],
]

# No spans, no shared texts of its own order, a second sheet.
book = openpyxl.Workbook()
sheet = book.active
for row in rows:
    sheet.append(row)
sheet["C6"] = "=1+1"
book.create_sheet("Other")["A1"] = "not this one"
book.save(out / "workbook-openpyxl.xlsx")

# Spans, texts of several runs, the epoch of 1904, a blank row above the names.
book = xlsxwriter.Workbook(str(out / "workbook-xlsxwriter.xlsx"), {"date_1904": True, "default_date_format": "yyyy-mm-dd"})
sheet = book.add_worksheet()
bold = book.add_format({"bold": True})
for index, row in enumerate(rows):
    for column, value in enumerate(row):
        sheet.write(index + 1, column, value)
sheet.write_rich_string(6, 1, "two ", bold, "runs")
sheet.write_formula(6, 2, "=1/4", None, 0.25)
sheet.write_formula(6, 3, '="a"&"b"', None, "ab")
sheet.write(7, 8, "beyond the names")
book.close()

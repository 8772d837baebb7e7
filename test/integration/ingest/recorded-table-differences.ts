// Where what we say of ingested tables differs from what the software that was recorded says, and why. Sections are those of files.md.

/** What is replaced in a recorded answer by what we say instead, or left out of ours. */
export interface TableDifference {
  readonly because: string;
  /** Which recordings have it. Each of them has to. */
  readonly of: readonly string[];
  readonly recorded?: readonly [RegExp | string, string];
  readonly ours?: RegExp;
}

export const VECTORS = [
  'numbers',
  'missing',
  'special',
  'strings',
  'longstring',
  'dates',
  'dates-missing',
  'bool',
  'bigint',
  'onecol',
  'digits7',
];
/** In the order in which they were added, so that names that meet get their numbers. */
export const INPUTS = ['made-dates.dta', 'made.dta', 'made.por', 'made.sav', 'made.tsv', '120745.dta', 'stata13-auto-withstrls.dta'];

const TAGGED = ['dta', 'sav', 'csv2'];
const measured = ['made-dates.dta', 'made.dta', 'made.por', 'made.sav', 'stata13-auto-withstrls.dta'];
const MEASURED_PUBLISHED = ['dta', 'sav'];
const BUNDLES = TAGGED.map((table) => `access-${table}-bundle`);
const forms = (keys: readonly string[]): string[] => TAGGED.flatMap((table) => keys.map((key) => `access-${table}-${key}`));

/** Bytes are compared as characters of one byte. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const garbled = (of: string, ...pairs: readonly (readonly [string, string])[]): TableDifference[] =>
  pairs.flatMap(([recorded, ours]) => ({
    because: 'a defect of the recorded server: texts of Stata 14 and later come out garbled',
    of: of.split(' '),
    recorded: [recorded, ours] as const,
  }));

const OF_VERSION = / UNF:6:\S+ \[fileUNF\]/;

export const DIFFERENCES: readonly TableDifference[] = [
  {
    because: '20.2: the fingerprint of the version is made of those of the tables, some of which are garbled there',
    of: INPUTS.map((name) => `ingest-ddi-${name}`),
    recorded: [OF_VERSION, ''],
    ours: OF_VERSION,
  },
  ...garbled('ingest-ddi-made-dates.dta ingest-dataTables-made-dates.dta', [
    'UNF:6:8AuV8ugoDivuuomu7GFsgw==',
    'UNF:6:6kXcdDi0+au/aChNFj+JAw==',
  ]),
  ...garbled('ingest-ddi-made-dates.dta ingest-dataTables-made-dates.dta ingest-file-made-dates.dta', [
    'UNF:6:Ceu9ePZ2zxGe2KNp2e5RyQ==',
    'UNF:6:t998U8NNcPGUd+G0RHtZjw==',
  ]),
  ...garbled('ingest-ddi-made.dta ingest-dataTables-made.dta', ['UNF:6:8AuV8ugoDivuuomu7GFsgw==', 'UNF:6:LuUOpCK5fuEqLjY2GJP1Ug==']),
  ...garbled('ingest-ddi-made.dta ingest-dataTables-made.dta ingest-file-made.dta', [
    'UNF:6:RwObJ/ncpfnjtJSqKzQ70w==',
    'UNF:6:Rm20mRhaiqrkk1NGR55g2A==',
  ]),
  ...garbled('ingest-tab-made-dates.dta', [bytesOf('"��i��dem"'), bytesOf('"Çiğdem"')], [bytesOf('"������"'), bytesOf('"日本"')]),
  // This file says that it is of release 117, whose texts are not UTF-8 (19.6).
  ...garbled('ingest-tab-made.dta', [bytesOf('"��i��dem"'), bytesOf('"Ã‡iÄŸdem"')], [bytesOf('"������"'), bytesOf('"æ—¥æœ¬"')]),
  ...garbled('ingest-file-made-dates.dta', ['"filesize": 269', '"filesize": 249']),
  ...garbled('ingest-file-made.dta', ['"filesize": 127', '"filesize": 119']),
  {
    because: '22.1: the digits behind the point that the file shows a number with are told; the recorded server never knows them',
    of: [
      ...measured.map((name) => `ingest-ddi-${name}`),
      ...MEASURED_PUBLISHED.flatMap((table) => [`datafile-ddi-draft-${table}`, `datafile-ddi-${table}`, `access-${table}-bundle`]),
    ],
    ours: / dcml="\d"/g,
  },
  {
    because: '22.1: the same in the list of variables',
    of: [
      ...measured.map((name) => `ingest-dataTables-${name}`),
      ...MEASURED_PUBLISHED.flatMap((table) => [`file-dataTables-draft-${table}`, `file-dataTables-${table}`]),
    ],
    ours: /\n *"numberOfDecimalPoints": \d,/g,
  },
  {
    because: 'exports.md 3.6: what was uploaded without a description has an empty one',
    of: [...INPUTS, 'made3.xlsx'].map((name) => `ingest-ddi-${name}`).concat(VECTORS.map((name) => `unf-ddi-${name}`)),
    ours: /\n<notes level="file" subject="DataFile Description" type="DATAVERSE:FILEDESC"\/>/,
  },
  {
    because: '19.6: values that SPSS declares as missing are told',
    of: ['ingest-ddi-made.sav'],
    recorded: [
      '<labl level="variable">Sex of respondent</labl>',
      '<labl level="variable">Sex of respondent</labl>\n<invalrng>\n<item VALUE="9"/>\n</invalrng>',
    ],
  },
  {
    because: '19.6: values that SPSS declares as missing are told',
    of: ['ingest-ddi-made.sav'],
    recorded: [/\n<catgry><catValu>9.*/, ''],
    ours: /\n<catgry missing="Y"><catValu>9.*/,
  },
  {
    because: '19.6: values that SPSS declares as missing are told',
    of: ['ingest-dataTables-made.sav'],
    recorded: [/("isMissing": )false(,\s*"label": "no answer")/, '$1true$2'],
  },
  {
    because: '19.6: values that SPSS declares as missing are told',
    of: ['ingest-dataTables-made.sav'],
    ours: /\n *"invalidRanges": \[[^\]]*\],/,
  },
  {
    because: '22.1: a label that is empty is none',
    of: ['ingest-dataTables-120745.dta'],
    recorded: [/\n *"label": "",/, ''],
  },
  {
    because: '19.7: the middle of values with infinities is what stands in the middle',
    of: ['unf-ddi-special'],
    recorded: ['<sumStat type="medn">NaN<', '<sumStat type="medn">0<'],
  },
  {
    because: '19.7: the middle of values with infinities is what stands in the middle',
    of: ['unf-dataTables-special'],
    recorded: ['"medn": "NaN"', '"medn": "0"'],
  },
  {
    because: '11.3: no character set is told, as only some of the bytes are known to be text',
    of: forms(['default', 'tab', 'noVarHeader', 'original', 'gb']).concat(
      [...INPUTS, 'BrokenCSV.csv', 'made3.xlsx'].map((name) => `ingest-tab-${name}`),
      VECTORS.map((name) => `unf-tab-${name}`),
      ['access-csv2-subsetvars', 'access-dta-subsetvars', 'access-sav-subsetvars'],
      BUNDLES,
    ),
    recorded: [/^(200 \S+; name="[^"]*");charset=UTF-8/, '$1'],
  },
  {
    because: '22.3: the recorded server had no server of R',
    of: BUNDLES,
    ours: /--- \S+\.RData\n[^]*?(?=--- \S+-ddi\.xml\n)/,
  },
  {
    because: 'the recorded dataset says more of itself',
    of: BUNDLES,
    recorded: [
      /<(secondary-authors|subsidiary-authors|tertiary-titles|pub-dates|keywords)>[^]*?<\/\1>\n|<(custom3|language|reviewed-item)>.*\n|^(?:T3|A2|A4|C3|DA|KW|LA|RI) {2}- .*\n/gm,
      '',
    ],
  },
];

/** Forms of tables that the recorded server could not make, as it had no server of R. */
export const WITHOUT_R = forms(['prep', 'RData']);

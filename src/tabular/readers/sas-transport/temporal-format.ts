/** Which formats of SAS show a number as a date or a time. Source: SAS Formats and Informats: Reference */
import { clockText, dayText, momentText } from '../calendar.ts';

/** 1960-01-01, from which SAS counts, in days and milliseconds before 1970. */
const EPOCH_DAY = -3653;
const EPOCH_MS = EPOCH_DAY * 86_400_000;

export interface TemporalFormat {
  readonly category: 'date' | 'time';
  /** The pattern of the texts, with milliseconds when `decimals`. */
  pattern(decimals: boolean): string;
  /** Undefined for a number that is no such date or time. */
  text(value: number, decimals: boolean): string | undefined;
}

function withDecimals(pattern: string): (decimals: boolean) => string {
  return (decimals) => (decimals ? `${pattern}.SSS` : pattern);
}

const day: TemporalFormat = {
  category: 'date',
  pattern: () => 'yyyy-MM-dd',
  text: (value) => dayText(value + EPOCH_DAY),
};

const moment: TemporalFormat = {
  category: 'time',
  pattern: withDecimals('yyyy-MM-dd HH:mm:ss'),
  text: (value, decimals) => momentText(Math.round(value * 1000) + EPOCH_MS, decimals),
};

const clock: TemporalFormat = {
  category: 'time',
  pattern: withDecimals('HH:mm:ss'),
  text: (value, decimals) => clockText(Math.round(value * 1000), decimals),
};

const kinds: readonly (readonly [RegExp, TemporalFormat])[] = [
  [/^(DATETIME|DATEAMPM|MDYAMPM|DT(DATE|MONYY|WKDATX|YEAR|YYQC)|(E8601|B8601|IS8601|[$]?N8601)D[NTXZ]|NLDATM\w*)$/, moment],
  [/^(TIME|TIMEAMPM|HHMM|HOUR|MMSS|(E8601|B8601|IS8601)(TM|TZ|LZ)|NLTIME?\w*)$/, clock],
  [
    /^(DATE|DAY|DDMMYY[BCDNPS]?|MMDDYY[BCDNPS]?|YYMMDD[BCDNPS]?|MMYY[CDNPS]?|YYMM[CDNPS]?|YYMON|MONYY|MONTH|MONNAME|YEAR|QTRR?|YYQR?[CDNPSZ]?|JULIAN|JULDAY|PDJUL[GI]|WEEKDAT[EX]|WEEKDAY|WEEK[UVW]|DOWNAME|WORDDAT[EX]|(E8601|B8601|IS8601)DA|NENGO|MINGUO|HEBDATE|EURDF\w+|NLDATE\w*)$/,
    day,
  ],
];

/** What a format shows; undefined where it shows a number or a text. */
export function temporalFormat(name: string): TemporalFormat | undefined {
  const upper = name.toUpperCase();
  return kinds.find(([names]) => names.test(upper))?.[1];
}

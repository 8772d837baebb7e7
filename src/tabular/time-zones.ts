/** Time zones as they stand in a cell: `GMT`, `GMT+02:00`, `-0500`, `EST`. Neither `Z` nor `+02:00`. Source: files.md 19.5 */

/** Minutes east of UTC of the abbreviations in use. One with several meanings has that of its most populous place in English data. */
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  UT: 0,
  WET: 0,
  WEST: 60,
  BST: 60,
  IST: 330,
  CET: 60,
  CEST: 120,
  MET: 60,
  MEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  SAST: 120,
  EAT: 180,
  CAT: 120,
  WAT: 60,
  PKT: 300,
  NPT: 345,
  ICT: 420,
  WIB: 420,
  HKT: 480,
  SGT: 480,
  PHT: 480,
  AWST: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  ACDT: 630,
  AEST: 600,
  AEDT: 660,
  ChST: 600,
  NZST: 720,
  NZDT: 780,
  NST: -210,
  NDT: -150,
  AST: -240,
  ADT: -180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  AKST: -540,
  AKDT: -480,
  HST: -600,
  SST: -660,
  BRT: -180,
  ART: -180,
  CLT: -240,
  CLST: -180,
  COT: -300,
  PET: -300,
};

const OFFSET = /(?:GMT([+-])(\d{1,2}):(\d{2})|([+-])(\d{2})(\d{2}))(?![\d:])/y;
const NAME = /[A-Za-z]+/y;

/** The zone that stands at a place in a text, and where it ends. */
export function zoneMinutes(text: string, at: number): { minutes: number; end: number } | undefined {
  OFFSET.lastIndex = at;
  const offset = OFFSET.exec(text);
  if (offset !== null) {
    const [all, sign = offset[4], hours = offset[5], minutes = offset[6]] = offset;
    const east = Number(hours) * 60 + Number(minutes);
    if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
    return { minutes: sign === '-' ? -east : east, end: at + all.length };
  }
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[0];
  if (name === undefined || !Object.hasOwn(ABBREVIATIONS, name)) return undefined;
  return { minutes: ABBREVIATIONS[name] ?? 0, end: at + name.length };
}

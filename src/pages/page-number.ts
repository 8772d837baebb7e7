/** Most pages that a list may be asked for: the numbers of the schema have 32 bits. */
const LAST_PAGE = 1_000_000;

/** The page of a list that an address names, from 1; what is no number is the first one. */
export function pageNumber(parameter: string | undefined): number {
  return parameter !== undefined && /^[1-9]\d{0,6}$/.test(parameter) ? Math.min(Number(parameter), LAST_PAGE) : 1;
}

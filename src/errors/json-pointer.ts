/** Longest name that a pointer repeats in full: clients choose the keys, and every problem below a long one would repeat it. */
const LONGEST_SEGMENT = 500;

function shortened(segment: string): string {
  return segment.length > LONGEST_SEGMENT ? `${segment.slice(0, LONGEST_SEGMENT).toWellFormed()}…` : segment;
}

/** Extends a JSON pointer by path segments. Source: RFC 6901. */
export function pointerTo(base: string, ...segments: readonly PropertyKey[]): string {
  let pointer = base;
  for (const segment of segments) pointer += `/${shortened(String(segment)).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}

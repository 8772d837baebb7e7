/** Extends a JSON pointer by path segments. Source: RFC 6901. */
export function pointerTo(base: string, ...segments: readonly PropertyKey[]): string {
  let pointer = base;
  for (const segment of segments) pointer += `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}

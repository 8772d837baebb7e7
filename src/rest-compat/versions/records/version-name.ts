/** What records call a version: its number, or `DRAFT`. */
export function versionName({
  versionNumber,
  versionMinorNumber,
}: {
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
}): string {
  return versionNumber === null ? 'DRAFT' : `${versionNumber}.${versionMinorNumber}`;
}

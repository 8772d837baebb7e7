const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const;

/** A size as people read it: `718 B`, `1.7 KB`, base 1024, one decimal. Source: files.md 1.4. */
export function humanSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes;
  let unit = '';
  for (const next of UNITS) {
    value /= 1024;
    unit = next;
    // 1023.95 would be shown as 1024.0, which is 1.0 of the next unit.
    if (value < 1023.95) break;
  }
  return `${value.toFixed(1)} ${unit}`;
}

const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A number of bytes for people, in decimal units. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes;
  let unit = -1;
  // 999,950 bytes would be rounded to 1000 KB.
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${UNITS[unit] ?? ''}`;
}

/** A number for people, its thousands set apart. */
export function countText(count: number): string {
  return count.toLocaleString('en');
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A number of bytes for people, in powers of 1000. */
export function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power] ?? ''}`;
}

/** A bar with the share that is done, such as `[#####-----]  50%`. */
export function barText(done: number, all: number, width = 24): string {
  const share = all === 0 ? 1 : Math.min(1, done / all);
  const full = Math.round(share * width);
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}] ${String(Math.floor(share * 100)).padStart(3)}%`;
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Writes sizes as a language does: `1.5 MB`. */
export function sizeTexts(language: string): (bytes: number) => string {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (bytes) => {
    const unit = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
    return `${numbers.format(bytes / 1000 ** unit)} ${UNITS[unit] ?? ''}`;
  };
}

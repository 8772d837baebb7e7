/** Texts of numbers as R makes them. Source: R, help as.character, help Constants */
const DIGITS = 15;

/** With fifteen digits at most, and an exponent where that is shorter. */
export function numeral(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf';
  const rounded = Number(value.toPrecision(DIGITS));
  const [mantissa = '', exponent = '+0'] = rounded.toExponential().split('e');
  const power = Number(exponent);
  const scientific = `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
  const decimals = Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - power);
  const fixed = Math.abs(power) > 100 ? scientific.padEnd(200) : rounded.toFixed(Math.min(100, decimals));
  return fixed.length <= scientific.length ? fixed : scientific;
}

import type { SettingsSource } from '../../kernel/ports/settings-source.ts';

/** Whether usage counts in this installation: unless `:DisplayMDCMetrics` says no. */
export function countsUsage(settings: SettingsSource): boolean {
  return settings.get(':DisplayMDCMetrics') !== false;
}

/** Whether usage of a moment counts: not before the day of `:MDCStartDate`. */
export function countsUsageAt(settings: SettingsSource, at: number): boolean {
  if (!countsUsage(settings)) return false;
  const start = settings.get(':MDCStartDate');
  return start === undefined || new Date(at).toISOString().slice(0, 10) >= start;
}

/** First month whose counts are shown, `yyyy-mm`; null for all. */
export function firstUsageMonth(settings: SettingsSource): string | null {
  return settings.get(':MDCStartDate')?.slice(0, 7) ?? null;
}

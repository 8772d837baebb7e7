/** Which files `:TabularIngestSizeLimit` lets through. Source: files.md 19.2. */
import type { DomainServices } from '../../kernel/services.ts';

/** The size that a file of a format has to stay below to be ingested; null for no limit, 0 for none at all. */
export function ingestLimitBytes({ settings }: Pick<DomainServices, 'settings'>, format: string): number | null {
  const limits = settings.get(':TabularIngestSizeLimit');
  const limit = limits?.[format] ?? limits?.['default'] ?? -1;
  if (limit === -1) return null;
  return Math.max(0, limit);
}

/** Whether a file is of a type and a size that is ingested. */
export function isIngested(
  services: Pick<DomainServices, 'settings' | 'tables'>,
  { processingType, sizeBytes }: { readonly processingType: string; readonly sizeBytes: number },
): boolean {
  const format = services.tables.formatOf(processingType);
  if (format === undefined) return false;
  const limit = ingestLimitBytes(services, format);
  return limit === null || sizeBytes < limit;
}

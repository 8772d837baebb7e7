const HOUR_MS = 60 * 60 * 1000;
/** Longer than any upload may take: a staged file without a write for that long is abandoned. */
const STAGING_AGE_MS = 24 * HOUR_MS;
const TICKET_MARGIN_MS = HOUR_MS;

/** How long bytes of an upload are left alone: parts of a direct one live as long as its ticket. */
export function stagingAgeMs(uploadLifetimeMs: number): number {
  return Math.max(STAGING_AGE_MS, uploadLifetimeMs + TICKET_MARGIN_MS);
}

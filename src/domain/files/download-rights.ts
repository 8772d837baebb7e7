import { DomainError } from '../../errors/domain-error.ts';
import { GUEST_IDENTIFIER } from '../../vocabulary/access.ts';
import { type Actor, holdsPermission } from '../../kernel/actor.ts';
import type { CommandContext } from '../../kernel/command.ts';

/** The facts that decide whether a caller may read the bytes of a file. */
export interface GuardedBytes {
  /** Whether a released version holds the file; one that only withdrawn versions hold counts as never published. */
  readonly released: boolean;
  readonly restricted: boolean;
  /** Whether an embargo is active. */
  readonly embargoed: boolean;
  /** Whether the retention period is over. */
  readonly retentionOver: boolean;
  readonly granted: number;
  readonly datasetGranted: number;
}

/** Whether the actor may read the bytes. Source: files.md 11.1, rows 5 to 8. */
export function mayReadBytes(actor: Actor, file: GuardedBytes): boolean {
  const { released, restricted, embargoed, retentionOver, granted } = file;
  if (retentionOver) return false;
  if (!released) return mayKnowOf(actor, file);
  return (!restricted && !embargoed) || holdsPermission(actor, granted, 'DownloadFile');
}

/** Whether the actor may know that there is such a file: one that is released, or else by what they hold on its dataset. */
export function mayKnowOf(actor: Actor, { released, datasetGranted }: Pick<GuardedBytes, 'released' | 'datasetGranted'>): boolean {
  return released || holdsPermission(actor, datasetGranted, 'ViewUnpublishedDataset');
}

/** The refusal of bytes that the caller may not read. */
export function downloadDenied(actor: Actor, what = 'this file'): DomainError {
  return new DomainError('FILE_ACCESS_DENIED', `User ${actor.identifier} is not permitted to download ${what}.`);
}

/**
 * Whether the actor is a guest, and this installation has them download by signed addresses alone. A page, which has such addresses, may
 * show what they open. Source: decisions.md 1.
 */
export function isRefusedGuest({ actor, services, forPage = false }: CommandContext): boolean {
  return !forPage && actor.identifier === GUEST_IDENTIFIER && services.settings.get(':GuestDownload') !== true;
}

/**
 * Refuses guests, who download by signed addresses alone unless `:GuestDownload` opens what is public. Source: decisions.md 1.
 * @throws DomainError AUTHENTICATION_REQUIRED
 */
export function refuseGuest(context: CommandContext): void {
  if (!isRefusedGuest(context)) return;
  throw new DomainError('AUTHENTICATION_REQUIRED', 'Downloading a file needs an API token or a signed URL.');
}

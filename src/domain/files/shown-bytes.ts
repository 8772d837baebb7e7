/** What is known of the bytes of a file by the version that it was shown in, so that pages of files need not ask the database again. */
import type { DataFileRow } from '../../db/queries/files/file-columns.ts';
import type { VersionFacts } from '../../db/queries/versions/versions.ts';
import type { Actor } from '../../kernel/actor.ts';
import { mayReadBytes } from './download-rights.ts';

/** Where a file was shown. */
export interface ShownIn {
  readonly version: Pick<VersionFacts, 'state'>;
  /** The guestbook of the dataset, in use or not; null for none. */
  readonly guestbookId: number | null;
}

/** Whether no date opens or closes the bytes, so that the clock of the database need not be asked. */
export function hasNoDates({ embargoDateAvailable, retentionDateUnavailable }: DataFileRow): boolean {
  return embargoDateAvailable === null && retentionDateUnavailable === null;
}

/**
 * Whether the actor may read the bytes of a file in a version, whatever they hold on it: it is released, and neither restricted nor dated.
 * False says nothing: what is held, and the day, have to be asked for then.
 */
export function isKnownReadable(actor: Actor, version: Pick<VersionFacts, 'state'>, file: DataFileRow): boolean {
  return (
    version.state === 'RELEASED' &&
    hasNoDates(file) &&
    mayReadBytes(actor, {
      released: true,
      restricted: file.restricted,
      embargoed: false,
      retentionOver: false,
      granted: 0,
      datasetGranted: 0,
    })
  );
}

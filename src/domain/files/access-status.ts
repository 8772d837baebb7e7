import type { FileRow } from '../../db/queries/files/file-columns.ts';
import type { FileAccessStatus } from '../../vocabulary/files.ts';
import type { ReadContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { hasNoDates } from './shown-bytes.ts';
import { loadShownFile } from './view-file.ts';

/** What decides how the bytes of a file can be reached. */
export interface AccessFacts {
  /** Whether the version that is shown restricts the file. */
  readonly restricted: boolean;
  readonly embargoed: boolean;
  readonly retentionOver: boolean;
}

/** A retention period that is over comes before an embargo, and both before a restriction. Source: datasets.md 5.4. */
export function accessStatusOf({ restricted, embargoed, retentionOver }: AccessFacts): FileAccessStatus {
  if (retentionOver) return 'RetentionPeriodExpired';
  if (embargoed) return restricted ? 'EmbargoedThenRestricted' : 'EmbargoedThenPublic';
  return restricted ? 'Restricted' : 'Public';
}

/**
 * How the bytes of a file that the actor was shown in a version can be reached today: at once where no date counts, else looked up together with
 * those of other files.
 */
export const showAccessStatus = detail({
  name: 'showAccessStatus',
  run: (
    context: ReadContext,
    { restricted, dataFile }: Pick<FileRow, 'restricted' | 'dataFile'>,
  ): FileAccessStatus | Promise<FileAccessStatus> => {
    if (hasNoDates(dataFile)) return accessStatusOf({ restricted, embargoed: false, retentionOver: false });
    return loadShownFile(context, dataFile.id).then(({ embargoed, retentionOver }) =>
      accessStatusOf({ restricted, embargoed, retentionOver }),
    );
  },
});

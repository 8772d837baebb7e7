import { z } from 'zod';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../../kernel/command.ts';
import { isTabular } from '../../model/ingested-type.ts';
import { storedProcessingType } from '../files/file-types.ts';
import { lockFile } from '../files/lock-file.ts';
import { ingestLimitBytes } from './ingest-limit.ts';
import { requestIngest } from './schedule-ingest.ts';

/** What became of the request to ingest a file again. */
export interface Reingest {
  readonly fileId: number;
  readonly label: string;
  /** Size that the file would have to stay below; null where it waits for its ingest. */
  readonly exceededLimitBytes: number | null;
}

/**
 * Has a file ingested that is no table, whether an ingest of it has failed or there was none. Source: files.md 8.2.
 * @throws DomainError FILE_NOT_FOUND | FILE_IS_TABULAR | FILE_TYPE_NOT_INGESTED
 */
export const reingestFile = command({
  name: 'reingestFile',
  input: z.object({ file: z.custom<FileKey>() }),
  // Others do not learn whether there is such a file.
  admits: 'Superuser',
  requires: 'Public',
  subject: (scope, { file }) => lockFile(scope, file),
  // Of the rows of the lock table this is the one in which an ingest stands in the way.
  refusedUnder: 'delete',
  run: async (scope, { dataset, file }): Promise<Reingest> => {
    const { services, actor } = scope;
    if (isTabular(file)) throw new DomainError('FILE_IS_TABULAR', `File ${file.id} is already ingested as a table.`);
    const format = services.tables.formatOf(await storedProcessingType(services.storage, file));
    if (format === undefined || actor.account === null) {
      const reason = `Tabular ingest is not supported for this file type (id: ${file.id}, type: ${file.contentType}).`;
      throw new DomainError('FILE_TYPE_NOT_INGESTED', services.tables.active ? reason : 'This installation ingests no tables.');
    }
    const { id: fileId, label } = file;
    const limit = ingestLimitBytes(services, format);
    if (limit !== null && file.sizeBytes >= limit) return { fileId, label, exceededLimitBytes: limit };
    await requestIngest(scope, { datasetId: dataset.id, dataFileIds: [fileId], userAccountId: actor.account.id });
    scope.note({ file: fileId });
    return { fileId, label, exceededLimitBytes: null };
  },
});

import { z } from 'zod';
import type { FileKey, FileWithAccess } from '../../../db/queries/files/file-access.ts';
import { deleteProvenance, findProvenance, type ProvenanceRow, putProvenance } from '../../../db/queries/files/file-provenance.ts';
import { findFileRecord } from '../../../db/queries/files/file-records.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { limitExceededBy } from '../../../json-extent.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { lockFile, requireWorkingRecord } from '../lock-file.ts';
import { type EditedFile, saveFileRecord } from '../restrict-file.ts';
import { requireFile } from '../view-file.ts';
import { longText } from '../../../model/text-limits.ts';
import { requireWorkingVersion } from '../../versions/ensure-draft.ts';
import { namesEntity, provJsonProblems, unknownEntity } from './prov-json.ts';

/** Of one object of a record: entities, activities and what relates them are members, of which there may be many. */
const MOST_MEMBERS = 50_000;

/** What is recorded of where a file comes from. */
export interface FileProvenance {
  readonly file: FileWithAccess;
  /** Of the bytes; undefined where none was given. */
  readonly record: ProvenanceRow | undefined;
  /** In words, as the newest version that holds the file has it. */
  readonly freeForm: string | null;
}

/** @throws DomainError PROVENANCE_DISABLED before anything else is looked at. Source: files.md 10, decisions.md 31. */
function requireProvenance({ services }: CommandContext): void {
  if (services.settings.get(':ProvCollectionEnabled') ?? true) return;
  throw new DomainError('PROVENANCE_DISABLED', 'This installation does not record provenance.');
}

function parseDocument(text: string): unknown {
  const exceeded = limitExceededBy(text, MOST_MEMBERS);
  if (exceeded !== undefined) {
    throw new DomainError('BAD_USER_INPUT', `The provenance record ${exceeded}.`, {
      problems: [{ pointer: '/document', message: exceeded }],
    });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DomainError('MALFORMED_JSON', 'The provenance record is not valid JSON.', { cause });
  }
}

/** @throws DomainError MALFORMED_JSON | BAD_USER_INPUT listing every problem. */
function requireValid(text: string, entityName: string): void {
  const document = parseDocument(text);
  const problems = provJsonProblems(document).map(({ pointer, message }) => ({ pointer: `/document${pointer}`, message }));
  if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', 'The provenance record is not valid PROV-JSON.', { problems });
  if (namesEntity(document, entityName)) return;
  throw new DomainError('BAD_USER_INPUT', 'The entity is not in the provenance record.', { problems: [unknownEntity(entityName)] });
}

/** Reads both kinds of provenance of a file. */
export const viewProvenance = query({
  name: 'viewProvenance',
  subject: async ({ context }, key: FileKey) => {
    requireProvenance(context);
    const file = await requireFile(context, key);
    return { nodeId: file.id, granted: file.datasetGranted, file };
  },
  requires: 'EditDataset',
  run: async ({ db }, { file }): Promise<FileProvenance> => {
    const working = await requireWorkingVersion({ tx: db }, file.datasetId);
    const ordinals = [working.ordinal, file.releasedOrdinal].filter((ordinal) => ordinal !== null);
    let freeForm: string | null = null;
    for (const ordinal of ordinals) freeForm ??= (await findFileRecord(db, file.id, ordinal))?.provFreeForm ?? null;
    return { file, record: await findProvenance(db, file.id), freeForm };
  },
});

/**
 * Records the provenance of the bytes; no draft is made, for bytes have no versions. What a published file was given stays.
 * Source: files.md 10.
 */
export const setProvenance = command({
  name: 'setProvenance',
  input: z.object({ file: z.custom<FileKey>(), document: z.string(), entityName: z.string().nullish() }),
  subject: (scope, { file }) => {
    requireProvenance(scope.context);
    return lockFile(scope, file);
  },
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { file }, { document, entityName }): Promise<FileProvenance> => {
    if (file.publicationDate !== null && (await findProvenance(scope.tx, file.id)) !== undefined) {
      throw new DomainError(
        'PROVENANCE_PUBLISHED',
        `File ${file.label} is published with its provenance record, so the record cannot be replaced.`,
      );
    }
    if (!entityName) {
      throw new DomainError('BAD_USER_INPUT', 'The entity that stands for the file must be named.', {
        problems: [{ pointer: '/entityName', message: 'is missing' }],
      });
    }
    requireValid(document, entityName);
    await putProvenance(scope.tx, file.id, { document, entityName });
    scope.note({ file: file.id });
    return { file, record: await findProvenance(scope.tx, file.id), freeForm: null };
  },
});

/** Removes the provenance record of bytes that were never published, if there is one. Source: files.md 10. */
export const removeProvenance = command({
  name: 'removeProvenance',
  input: z.object({ file: z.custom<FileKey>() }),
  subject: (scope, { file }) => {
    requireProvenance(scope.context);
    return lockFile(scope, file);
  },
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { file }): Promise<{ readonly file: FileWithAccess; readonly removed: boolean }> => {
    if (file.publicationDate !== null) {
      throw new DomainError('PROVENANCE_PUBLISHED', `File ${file.label} is published, so its provenance record cannot be removed.`);
    }
    const removed = await deleteProvenance(scope.tx, file.id);
    scope.note({ file: file.id, removed });
    return { file, removed };
  },
});

/** Sets the free-form provenance of a file in the draft, which is created if there is none; later versions inherit it. */
export const setProvenanceText = command({
  name: 'setProvenanceText',
  input: z.object({ file: z.custom<FileKey>(), text: longText.nullish() }),
  subject: (scope, { file }) => {
    requireProvenance(scope.context);
    return lockFile(scope, file);
  },
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, subject, { text }): Promise<EditedFile> => {
    if (typeof text !== 'string') {
      throw new DomainError('BAD_USER_INPUT', 'The free-form provenance is missing.', {
        problems: [{ pointer: '/text', message: 'is missing' }],
      });
    }
    await requireWorkingRecord(scope, subject);
    return saveFileRecord(scope, subject, { provFreeForm: text === '' ? null : text });
  },
});

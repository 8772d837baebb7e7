import { z } from 'zod';
import type { FileHistoryQuery } from '../../../generated/operations.ts';
import { counted, objectId, listOf, recordSchema } from '../../records/schema.ts';
import { versionStateSchema } from '../../versions/records/version-record.ts';
import { versionName } from '../../versions/records/version-name.ts';

type Difference = NonNullable<FileHistoryQuery['file']>['history']['differences'][number];

const differenceSchema = recordSchema('FileDifference', 'What a version changed of a file. Source: files.md 22.1.', {
  versionNote: z.string().optional(),
  deaccessionedReason: z.string().optional(),
  file: z.enum(['Added', 'Deleted', 'Replaced']).optional(),
  FileAccess: z.enum(['Restricted', 'Unrestricted']).optional(),
  FileMetadata: listOf(
    recordSchema('FileFactChange', 'The change of one fact.', { name: z.string(), action: z.enum(['Added', 'Deleted', 'Changed']) }),
  ).optional(),
  FileTags: z.strictObject({ Added: counted.optional(), Deleted: counted.optional() }).optional().describe('Numbers of tags.'),
});

export const fileHistorySchema = recordSchema('FileHistoryEntry', 'A version in the history of a file. Source: files.md 22.1.', {
  datasetVersion: z.string().describe('Such as `2.0`, or `DRAFT`.'),
  versionNumber: z.int().optional(),
  versionMinorNumber: z.int().optional(),
  versionState: versionStateSchema,
  isDraft: z.boolean(),
  isReleased: z.boolean(),
  isDeaccessioned: z.boolean(),
  summary: z.string().optional().describe('The note of the version.'),
  contributors: z.string().describe('Names of the contributors to the version, comma-separated.'),
  publishedDate: z.string().describe('`yyyy-MM-dd`; empty for a draft.'),
  datafileId: objectId,
  persistentId: z.string().describe('Empty when the file has none.'),
  fileDifferenceSummary: differenceSchema.optional().describe('Absent if nothing changed.'),
});

export type FileHistoryRecord = z.infer<typeof fileHistorySchema>;

function summaryOf(difference: Difference): z.infer<typeof differenceSchema> | undefined {
  const { datasetVersion, fate, restricted, facts, categoriesAdded, categoriesDeleted } = difference;
  const summary = {
    versionNote: datasetVersion.versionNote ?? undefined,
    deaccessionedReason: datasetVersion.deaccessionNote ?? undefined,
    file: fate ?? undefined,
    FileAccess: restricted === null ? undefined : restricted ? ('Restricted' as const) : ('Unrestricted' as const),
    FileMetadata: facts.length > 0 ? facts.map(({ name, action }) => ({ name, action })) : undefined,
    FileTags:
      categoriesAdded + categoriesDeleted > 0
        ? { Added: categoriesAdded > 0 ? categoriesAdded : undefined, Deleted: categoriesDeleted > 0 ? categoriesDeleted : undefined }
        : undefined,
  };
  return Object.values(summary).some((fact) => fact !== undefined) ? summary : undefined;
}

/** A version in the history of a file. Source: files.md 22.1. */
export function fileHistoryRecord(difference: Difference): FileHistoryRecord {
  const { datasetVersion: version, contributors, file } = difference;
  return {
    datasetVersion: versionName(version),
    versionNumber: version.versionNumber ?? undefined,
    versionMinorNumber: version.versionMinorNumber ?? undefined,
    versionState: version.state,
    isDraft: version.state === 'DRAFT',
    isReleased: version.state === 'RELEASED',
    isDeaccessioned: version.state === 'DEACCESSIONED',
    summary: version.versionNote ?? undefined,
    contributors: contributors.join(', '),
    publishedDate: version.releasedAt?.slice(0, 10) ?? '',
    datafileId: file.dataFile.databaseId,
    persistentId: file.dataFile.persistentId ?? '',
    fileDifferenceSummary: summaryOf(difference),
  };
}

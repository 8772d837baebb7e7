import { z, type ZodType } from 'zod';
import type { DatasetVersionSummariesQuery } from '../../../generated/operations.ts';
import { counted, objectId, recordSchema } from '../../records/schema.ts';
import { versionName } from './version-name.ts';

type Summary = NonNullable<DatasetVersionSummariesQuery['dataset']>['versionSummaries']['summaries'][number];
type Changes = NonNullable<Summary['changes']>;
type FieldCounts = Changes['metadataChanges'][number]['fields'][number];

const countsSchema = recordSchema('ChangeCounts', 'Numbers of values that were added, deleted and changed.', {
  added: counted,
  deleted: counted,
  changed: counted,
});
type Counts = z.infer<typeof countsSchema>;

const filesSchema = recordSchema('FileChangeCounts', 'Numbers of files that changed.', {
  added: counted,
  removed: counted,
  replaced: counted,
  changedFileMetaData: counted.describe('Facts of files.'),
  changedVariableMetadata: counted.describe('Tables of whose variables other things are said.'),
});

/** Beside the two keys that are fixed, one for each metadata block that changed. */
const changesSchema: ZodType<Readonly<Record<string, unknown>>> = z
  .object({ files: filesSchema, termsAccessChanged: z.boolean() })
  .catchall(z.union([countsSchema, z.record(z.string(), countsSchema)]))
  .meta({
    id: 'VersionChanges',
    description:
      'The changes of a version. Beside `files` and `termsAccessChanged`: numbers by the display name of the metadata block; for fields of the citation block that are shown when a dataset is created, by their title. Source: datasets.md 14.5.',
  });

export const versionSummarySchema = recordSchema('VersionSummary', 'A version in the history of its dataset. Source: datasets.md 14.5.', {
  id: objectId,
  versionNumber: z.string().describe('Such as `1.0`, or `DRAFT`.'),
  versionNote: z.string().optional(),
  contributors: z.string().describe('Names of the contributors to the version, comma-separated.'),
  publishedOn: z.string().describe('`yyyy-MM-dd`; empty for a draft.'),
  summary: z.union([
    z.string().describe('`firstPublished`, `firstDraft` or `previousVersionDeaccessioned`.'),
    changesSchema,
    z.strictObject({ deaccessioned: z.strictObject({ reason: z.string().optional(), url: z.string().optional() }) }),
  ]),
});

export type VersionSummaryRecord = z.infer<typeof versionSummarySchema>;

function counts(fields: readonly FieldCounts[]): Counts {
  const sum = (countOf: (field: FieldCounts) => number): number => fields.reduce((total, field) => total + countOf(field), 0);
  return {
    added: sum(({ addedCount }) => addedCount),
    deleted: sum(({ deletedCount }) => deletedCount),
    changed: sum(({ changedCount }) => changedCount),
  };
}

function blockCounts({ name, displayName, fields }: Changes['metadataChanges'][number]): [string, Counts | Record<string, Counts>][] {
  if (name !== 'citation') return [[displayName, counts(fields)]];
  const first = fields.filter(({ displayOnCreate }) => displayOnCreate);
  const others = fields.filter(({ displayOnCreate }) => !displayOnCreate);
  const named = Object.fromEntries(first.map((field) => [field.title, counts([field])]));
  return [
    ...(first.length > 0 ? [[displayName, named] as [string, Record<string, Counts>]] : []),
    ...(others.length > 0 ? [[`Additional ${displayName}`, counts(others)] as [string, Counts]] : []),
  ];
}

function changesRecord({ metadataChanges, ...changes }: Changes): z.infer<typeof changesSchema> {
  return {
    ...Object.fromEntries(metadataChanges.flatMap(blockCounts)),
    files: {
      added: changes.filesAdded,
      removed: changes.filesRemoved,
      replaced: changes.filesReplaced,
      changedFileMetaData: changes.changedFileMetadata,
      changedVariableMetadata: changes.changedVariableMetadata,
    } satisfies z.infer<typeof filesSchema>,
    termsAccessChanged: changes.termsChanged,
  };
}

function summaryOf({ version, kind, changes }: Summary): VersionSummaryRecord['summary'] {
  if (changes !== null) return changesRecord(changes);
  if (kind !== 'deaccessioned') return kind;
  return { deaccessioned: { reason: version.deaccessionNote ?? undefined, url: version.deaccessionLink ?? undefined } };
}

/** The record of a version in the history of its dataset. Source: datasets.md 14.5. */
export function versionSummaryRecord(summary: Summary): VersionSummaryRecord {
  const { version, contributors, publishedOn } = summary;
  return {
    id: version.databaseId,
    versionNumber: versionName(version),
    versionNote: version.versionNote ?? undefined,
    contributors: contributors.join(', '),
    publishedOn: publishedOn ?? '',
    summary: summaryOf(summary),
  };
}

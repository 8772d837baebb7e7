import { z } from 'zod';
import type { ComparedFileFragment, ComparedVersionFragment, DatasetVersionCompareQuery } from '../../../generated/operations.ts';
import { toSecond } from '../../records/record.ts';
import { objectId, listOf, recordSchema, second } from '../../records/schema.ts';
import { versionName } from './version-name.ts';
import { versionStateSchema } from './version-record.ts';

type Diff = NonNullable<DatasetVersionCompareQuery['dataset']>['diff'];

const comparedVersionSchema = recordSchema('ComparedVersion', 'One of two versions that are compared.', {
  versionNumber: z.string().describe('Such as `1.0`, or `DRAFT`.'),
  versionState: versionStateSchema,
  versionNote: z.string().optional(),
  lastUpdatedDate: second,
});

/** A checksum stands under the name of its algorithm, one of these. */
const checksums = {
  MD5: z.string().optional(),
  'SHA-1': z.string().optional(),
  'SHA-256': z.string().optional(),
  'SHA-512': z.string().optional(),
};

const changesSchema = listOf(
  recordSchema('FactChange', 'A fact that differs between two versions.', {
    fieldName: z.string().describe('Title of the metadata field, or name of the fact.'),
    oldValue: z.string(),
    newValue: z.string(),
  }),
);

const comparedFileSchema = recordSchema(
  'ComparedFile',
  'A file that one of two versions has. Its checksum is under the name of the algorithm.',
  {
    fileName: z.string(),
    filePath: z.string().optional(),
    ...checksums,
    type: z.string().describe('Media type.'),
    fileId: objectId,
    description: z.string().optional(),
    isRestricted: z.boolean(),
    categories: listOf(z.string()).optional(),
  },
);
const filesSchema = listOf(comparedFileSchema).optional();

export const comparisonSchema = recordSchema(
  'VersionComparison',
  'The differences between two versions; sections without a difference are absent. Source: datasets.md 14.5.',
  {
    oldVersion: comparedVersionSchema,
    newVersion: comparedVersionSchema,
    metadataChanges: listOf(
      recordSchema('BlockChanges', 'The differences in a metadata block.', { blockName: z.string(), changed: changesSchema }),
    ).optional(),
    filesAdded: filesSchema,
    filesRemoved: filesSchema,
    filesReplaced: listOf(
      recordSchema('FileReplacement', 'Two files, of which one replaced the other.', {
        oldFile: comparedFileSchema,
        newFile: comparedFileSchema,
      }),
    ).optional(),
    fileChanges: listOf(
      recordSchema('FileChanges', 'The differences between the records of a file.', {
        fileName: z.string(),
        ...checksums,
        fileId: objectId,
        changed: changesSchema,
      }),
    ).optional(),
    TermsOfAccess: z.strictObject({ changed: changesSchema }).optional(),
  },
);

function unlessEmpty<Entry>(list: readonly Entry[]): readonly Entry[] | undefined {
  return list.length > 0 ? list : undefined;
}

function versionFacts(version: ComparedVersionFragment): z.infer<typeof comparedVersionSchema> {
  return {
    versionNumber: versionName(version),
    versionState: version.state,
    versionNote: version.versionNote ?? undefined,
    lastUpdatedDate: toSecond(version.updatedAt),
  };
}

function fileFacts(file: ComparedFileFragment): z.infer<typeof comparedFileSchema> {
  const { dataFile } = file;
  return {
    fileName: file.label,
    filePath: file.directoryLabel ?? undefined,
    [dataFile.checksum.type]: dataFile.checksum.value,
    type: dataFile.contentType,
    fileId: dataFile.databaseId,
    description: file.description ?? undefined,
    isRestricted: file.restricted,
    categories: unlessEmpty(file.categories),
  };
}

function changed(
  fields: readonly { readonly name: string; readonly oldValue: string; readonly newValue: string }[],
): z.infer<typeof changesSchema> {
  return fields.map(({ name, oldValue, newValue }) => ({ fieldName: name, oldValue, newValue }));
}

/** The record of what differs between two versions; sections without a difference are left out. Source: datasets.md 14.5. */
export function comparisonRecord(diff: Diff): z.infer<typeof comparisonSchema> {
  const blocks = diff.metadataChanges.map(({ displayName, fields }) => ({
    blockName: displayName,
    changed: changed(fields.map(({ title, oldText, newText }) => ({ name: title, oldValue: oldText, newValue: newText }))),
  }));
  const files = diff.fileChanges.nodes.map(({ newFile, fields }) => ({
    fileName: newFile.label,
    [newFile.dataFile.checksum.type]: newFile.dataFile.checksum.value,
    fileId: newFile.dataFile.databaseId,
    changed: changed(fields),
  }));
  // A change of the licence alone is not reported.
  const terms = diff.termChanges.filter(({ key }) => key !== 'license');
  return {
    oldVersion: versionFacts(diff.from),
    newVersion: versionFacts(diff.to),
    metadataChanges: unlessEmpty(blocks),
    filesAdded: unlessEmpty(diff.filesAdded.nodes.map(fileFacts)),
    filesRemoved: unlessEmpty(diff.filesRemoved.nodes.map(fileFacts)),
    filesReplaced: unlessEmpty(
      diff.filesReplaced.nodes.map(({ oldFile, newFile }) => ({ oldFile: fileFacts(oldFile), newFile: fileFacts(newFile) })),
    ),
    fileChanges: unlessEmpty(files),
    TermsOfAccess: terms.length > 0 ? { changed: changed(terms.map(({ label, ...term }) => ({ ...term, name: label }))) } : undefined,
  };
}

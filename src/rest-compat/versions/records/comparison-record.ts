import type {
  ComparedFileFragment,
  ComparedVersionFragment,
  DatasetVersionCompareQuery,
  DatasetVersionSummariesQuery,
} from '../../../generated/operations.ts';
import { type JsonRecord, put, toSecond } from '../../records/record.ts';
import { versionName } from './version-name.ts';

type Diff = DatasetVersionCompareQuery['datasetVersionDiff'];
type Summary = DatasetVersionSummariesQuery['datasetVersionSummaries']['summaries'][number];
type Changes = NonNullable<Summary['changes']>;
type FieldCounts = Changes['metadataChanges'][number]['fields'][number];

function putUnlessEmpty(record: JsonRecord, key: string, list: readonly unknown[]): void {
  if (list.length > 0) record[key] = list;
}

function versionFacts(version: ComparedVersionFragment): JsonRecord {
  const record: JsonRecord = { versionNumber: versionName(version), versionState: version.state };
  put(record, 'versionNote', version.versionNote);
  record['lastUpdatedDate'] = toSecond(version.updatedAt);
  return record;
}

function fileFacts({ label, directoryLabel, description, restricted, categories, dataFile }: ComparedFileFragment): JsonRecord {
  const record: JsonRecord = { fileName: label };
  put(record, 'filePath', directoryLabel);
  record[dataFile.checksum.type] = dataFile.checksum.value;
  record['type'] = dataFile.contentType;
  record['fileId'] = dataFile.databaseId;
  put(record, 'description', description);
  record['isRestricted'] = restricted;
  putUnlessEmpty(record, 'categories', categories);
  return record;
}

function changed(fields: readonly { readonly name: string; readonly oldValue: string; readonly newValue: string }[]): JsonRecord[] {
  return fields.map(({ name, oldValue, newValue }) => ({ fieldName: name, oldValue, newValue }));
}

/** The record of what differs between two versions; sections without a difference are left out. Source: datasets.md 14.5. */
export function comparisonRecord(diff: Diff): JsonRecord {
  const record: JsonRecord = { oldVersion: versionFacts(diff.from), newVersion: versionFacts(diff.to) };
  const blocks = diff.metadataChanges.map(({ displayName, fields }) => ({
    blockName: displayName,
    changed: changed(fields.map(({ title, oldText, newText }) => ({ name: title, oldValue: oldText, newValue: newText }))),
  }));
  putUnlessEmpty(record, 'metadataChanges', blocks);
  putUnlessEmpty(record, 'filesAdded', diff.filesAdded.map(fileFacts));
  putUnlessEmpty(record, 'filesRemoved', diff.filesRemoved.map(fileFacts));
  const replaced = diff.filesReplaced.map(({ oldFile, newFile }) => ({ oldFile: fileFacts(oldFile), newFile: fileFacts(newFile) }));
  putUnlessEmpty(record, 'filesReplaced', replaced);
  const files = diff.fileChanges.map(({ newFile, fields }) => ({
    fileName: newFile.label,
    [newFile.dataFile.checksum.type]: newFile.dataFile.checksum.value,
    fileId: newFile.dataFile.databaseId,
    changed: changed(fields),
  }));
  putUnlessEmpty(record, 'fileChanges', files);
  // A change of the licence alone is not reported.
  const terms = diff.termChanges.filter(({ key }) => key !== 'license');
  if (terms.length > 0) record['TermsOfAccess'] = { changed: changed(terms.map(({ label, ...term }) => ({ ...term, name: label }))) };
  return record;
}

function counts(fields: readonly FieldCounts[]): JsonRecord {
  const sum = (count: (field: FieldCounts) => number): number => fields.reduce((total, field) => total + count(field), 0);
  return {
    added: sum(({ addedCount }) => addedCount),
    deleted: sum(({ deletedCount }) => deletedCount),
    changed: sum(({ changedCount }) => changedCount),
  };
}

function changesRecord({ metadataChanges, ...changes }: Changes): JsonRecord {
  const record: JsonRecord = {};
  for (const { name, displayName, fields } of metadataChanges) {
    if (name !== 'citation') {
      record[displayName] = counts(fields);
      continue;
    }
    const first = fields.filter(({ displayOnCreate }) => displayOnCreate);
    const others = fields.filter(({ displayOnCreate }) => !displayOnCreate);
    if (first.length > 0) record[displayName] = Object.fromEntries(first.map((field) => [field.title, counts([field])]));
    if (others.length > 0) record[`Additional ${displayName}`] = counts(others);
  }
  record['files'] = {
    added: changes.filesAdded,
    removed: changes.filesRemoved,
    replaced: changes.filesReplaced,
    changedFileMetaData: changes.changedFileMetadata,
    changedVariableMetadata: 0,
  };
  record['termsAccessChanged'] = changes.termsChanged;
  return record;
}

function summaryOf({ version, kind, changes }: Summary): unknown {
  if (changes !== null) return changesRecord(changes);
  if (kind !== 'deaccessioned') return kind;
  const why: JsonRecord = {};
  put(why, 'reason', version.deaccessionNote);
  put(why, 'url', version.deaccessionLink);
  return { deaccessioned: why };
}

/** The record of a version in the history of its dataset. Source: datasets.md 14.5. */
export function versionSummaryRecord(summary: Summary): JsonRecord {
  const { version, contributors, publishedOn } = summary;
  const record: JsonRecord = { id: version.databaseId, versionNumber: versionName(version) };
  put(record, 'versionNote', version.versionNote);
  record['contributors'] = contributors.join(', ');
  record['publishedOn'] = publishedOn ?? '';
  record['summary'] = summaryOf(summary);
  return record;
}

import type { FileHistoryQuery } from '../../../generated/operations.ts';
import { type JsonRecord, put } from '../../records/record.ts';
import { versionName } from '../../versions/records/version-name.ts';

type Difference = FileHistoryQuery['fileHistory']['differences'][number];

function summaryOf({ datasetVersion, fate, restricted, facts, categoriesAdded, categoriesDeleted }: Difference): JsonRecord {
  const summary: JsonRecord = {};
  put(summary, 'versionNote', datasetVersion.versionNote);
  put(summary, 'deaccessionedReason', datasetVersion.deaccessionNote);
  put(summary, 'file', fate);
  if (restricted !== null) summary['FileAccess'] = restricted ? 'Restricted' : 'Unrestricted';
  if (facts.length > 0) summary['FileMetadata'] = facts.map(({ name, action }) => ({ name, action }));
  const tags: JsonRecord = {};
  if (categoriesAdded > 0) tags['Added'] = categoriesAdded;
  if (categoriesDeleted > 0) tags['Deleted'] = categoriesDeleted;
  if (Object.keys(tags).length > 0) summary['FileTags'] = tags;
  return summary;
}

/** A version in the history of a file. Source: files.md 22.1. */
export function fileHistoryRecord(difference: Difference): JsonRecord {
  const { datasetVersion: version, contributors, file } = difference;
  const isDraft = version.state === 'DRAFT';
  const record: JsonRecord = { datasetVersion: versionName(version) };
  put(record, 'versionNumber', version.versionNumber);
  put(record, 'versionMinorNumber', version.versionMinorNumber);
  record['versionState'] = version.state;
  record['isDraft'] = isDraft;
  record['isReleased'] = version.state === 'RELEASED';
  record['isDeaccessioned'] = version.state === 'DEACCESSIONED';
  put(record, 'summary', version.versionNote);
  record['contributors'] = contributors.join(', ');
  record['publishedDate'] = version.releasedAt?.slice(0, 10) ?? '';
  record['datafileId'] = file.dataFile.databaseId;
  record['persistentId'] = file.dataFile.persistentId ?? '';
  const summary = summaryOf(difference);
  if (Object.keys(summary).length > 0) record['fileDifferenceSummary'] = summary;
  return record;
}

/** Records of datasets for harvesters. Source: exports.md 16.3. */
import {
  findOaiRecord,
  listOaiRecords as listRows,
  type OaiListing,
  type OaiPlace,
  type OaiRecordRow,
  type OaiSlice,
} from '../../db/queries/harvesting/oai-records.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { MetadataExport } from '../exports/metadata-export.ts';
import { listOaiPage } from '../../db/queries/harvesting/oai-pages.ts';
import { askedExports, exportRecords } from './oai-exports.ts';
import { stampChanges } from './stamp-changes.ts';
import { requireHarvestable, requireOaiServer } from './oai-repository.ts';

/** A record with what an operation asks of it. */
export interface OaiRecord extends OaiRecordRow {
  /** Null for a deleted record, and where no text was asked for. */
  readonly metadata: MetadataExport | null;
}

export interface OaiRecordPage {
  readonly records: readonly OaiRecord[];
  readonly readAt: Date;
  /** Where the list goes on; undefined at its end. */
  readonly next: OaiPlace | undefined;
}

export interface OaiRecordsRequest extends OaiListing {
  readonly format: string;
  /** Whether the texts are read as well. */
  readonly withExports: boolean;
}

function withoutText(row: OaiRecordRow): OaiRecord {
  return { ...row, metadata: null };
}

/**
 * Reads a part of a list. What a list had still to come may have changed, and with that have left its bounds: the list goes on with what
 * changed, since the protocol has no part without records.
 */
async function listSlice<Slice extends OaiSlice>(listing: OaiListing, read: (listing: OaiListing) => Promise<Slice>): Promise<Slice> {
  const slice = await read(listing);
  if (slice.rows.length > 0 || listing.after === null) return slice;
  return read({ ...listing, after: { ...listing.after, boundMicros: slice.newestMicros } });
}

/**
 * Published, withdrawn and destroyed datasets in the order of their changes; public, since drafts are not among them.
 * @throws DomainError OAI_SERVER_DISABLED | EXPORT_FAILED | CONCURRENT_CHANGE
 */
export const listOaiRecords = query({
  name: 'listOaiRecords',
  subject: noSubject,
  requires: 'Public',
  run: async (context, _subject, { format, withExports, limit, ...listing }: OaiRecordsRequest): Promise<OaiRecordPage> => {
    requireOaiServer(context);
    const exporter = requireHarvestable(format);
    const { db } = context;
    const giveStamps = () => stampChanges(db);
    const asked = { ...listing, limit: limit + 1 };
    const page = withExports
      ? await listSlice(asked, (part) => listOaiPage(db, part, askedExports(context, exporter), giveStamps))
      : undefined;
    const { rows, boundMicros, readMicros } = page ?? (await listSlice(asked, (part) => listRows(db, part, giveStamps)));
    const some = rows.slice(0, limit);
    const records =
      page === undefined
        ? some.map(withoutText)
        : (await exportRecords(context, exporter, some, page.stamped)).map(({ row, metadata }) => ({ ...row, metadata }));
    const last = records.at(-1);
    const more = last !== undefined && records.length < rows.length;
    return {
      records,
      readAt: new Date(Math.floor(readMicros / 1000)),
      next: more ? { stampMicros: last.stampMicros, datasetId: last.datasetId, boundMicros } : undefined,
    };
  },
});

/** A record, with the time at which it was read. */
export interface ReadOaiRecord {
  readonly record: OaiRecord;
  readonly readAt: Date;
}

/**
 * The record of a dataset that is or was published, with its text where a format is named.
 * @throws DomainError OAI_SERVER_DISABLED | EXPORT_FAILED | DATASET_NOT_FOUND | CONCURRENT_CHANGE
 */
export const viewOaiRecord = query({
  name: 'viewOaiRecord',
  subject: noSubject,
  requires: 'Public',
  run: async (
    context,
    _subject,
    { identifier, format }: { readonly identifier: string; readonly format: string | null },
  ): Promise<ReadOaiRecord> => {
    requireOaiServer(context);
    const { row, readMicros } = await findOaiRecord(context.db, identifier, () => stampChanges(context.db));
    if (row === undefined) throw new DomainError('DATASET_NOT_FOUND', `There is no record of ${identifier.slice(0, 200)}.`);
    const readAt = new Date(Math.floor(readMicros / 1000));
    if (format === null) return { record: withoutText(row), readAt };
    const [found] = await exportRecords(context, requireHarvestable(format), [row]);
    if (found === undefined) throw new Error('A record has no place on a page of its own.');
    return { record: { ...found.row, metadata: found.metadata }, readAt };
  },
});

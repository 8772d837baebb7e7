import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withTable } from './data-tables.ts';
import { fileArchiveCases } from './file-archives.ts';
import { fileDownloadCases } from './file-downloads.ts';
import { addGuestbook, asking } from './guestbook-seed.ts';
import { tableFormCases } from './table-forms.ts';

/** The rows that take a response, by those that send the same without one. */
const ROWS: Readonly<Record<string, string>> = {
  'access.datafile': 'access.datafile.respond',
  'access.datafile.bundle': 'access.datafile.bundle.respond',
  'access.datafiles': 'access.datafiles.respond',
  'access.dataset': 'access.dataset.respond',
  'access.dataset.version': 'access.dataset.version.respond',
};

/** Refusals that do not depend on how the row is called. */
const SAME: ReadonlySet<string> = new Set([
  'FILE_NOT_FOUND',
  'FILE_ACCESS_DENIED',
  'FILE_BYTES_MISSING',
  'FILE_FORM_UNAVAILABLE',
  'FILE_HEADER_STORED',
  'DATASET_NOT_FOUND',
  'DATASET_VERSION_NOT_FOUND',
  'ARCHIVE_EMPTY',
  'ARCHIVE_TOO_LARGE',
]);

const alike = [...fileArchiveCases, ...fileDownloadCases, ...tableFormCases].flatMap(
  ({ row, errorCode, as, given, ...one }): readonly ContractCase[] => {
    const answered = ROWS[row];
    if (answered === undefined || errorCode === undefined || as === undefined || !SAME.has(errorCode)) return [];
    return [{ ...one, row: answered, errorCode, as, given: async (world) => ({ ...(await given(world)), json: {} }) }];
  },
);

/** A table of a published dataset whose guestbook has to be answered. */
async function askingTable(world: ContractWorld): Promise<number> {
  const { owner } = world.callers;
  const file = await withTable(world, true);
  const [row] = await world.server.application.connection.sql`select dataset_id as id from data_file where id = ${file}`;
  const guestbook = await addGuestbook(world, world.open.alias);
  succeeded(await owner.rest.send(`/api/datasets/${String(row?.['id'])}/guestbook`, { method: 'PUT', raw: String(guestbook) }));
  return file;
}

const unanswered = { as: 'stranger', status: 400, errorCode: 'GUESTBOOK_RESPONSE_REQUIRED', shows: 'asks for a response' } as const;

/** Refusals of downloads that begin with a response. Source: users-admin.md 18.7. */
export const guestbookDownloadRefusals: readonly ContractCase[] = [
  ...alike,
  { row: 'access.datafile.bundle', ...unanswered, given: async (world) => ({ path: [await askingTable(world)] }) },
  { row: 'access.datafile.bundle.respond', ...unanswered, given: async (world) => ({ path: [await askingTable(world)], json: {} }) },
  ...(['access.datafile.respond', 'access.datafile.bundle.respond'] as const).map((row): ContractCase => ({
    row,
    shows: 'names an unknown file',
    as: 'stranger',
    given: () => ({ path: [987_654], json: {} }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  })),
  {
    row: 'access.datafile.bundle.respond',
    shows: 'refuses a file that the caller may not see',
    as: 'stranger',
    given: ({ draftFile }) => ({ path: [draftFile], json: {} }),
    status: 403,
    errorCode: 'FILE_ACCESS_DENIED',
  },
  {
    row: 'access.dataset.version.respond',
    ...unanswered,
    given: async (world) => ({ path: [(await asking(world)).dataset.id, '1.0'], json: {} }),
  },
  {
    row: 'access.datafiles.post',
    shows: 'refuses JSON that breaks off',
    as: 'stranger',
    given: ({ publishedFile }) => ({ raw: `{"fileIds": [${publishedFile}]` }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
];

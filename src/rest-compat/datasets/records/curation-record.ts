import { z } from 'zod';
import type { CurationStatusRecordFragment, DatasetCurationStatesQuery } from '../../../generated/operations.ts';
import { csvOf } from '../../records/csv.ts';
import { recordSchema } from '../../records/schema.ts';

/** The cell for a status that was never set. Source: datasets.md 10.4. */
const NONE = '<none>';

const HEADINGS = ['Dataset', 'Date Created', 'Last Modified Date', 'Curation Status', 'Status Set Time', 'Status Set By'] as const;

export const curationStatusSchema = recordSchema(
  'CurationStatus',
  'A curation status of a dataset; empty if it never had one. Source: datasets.md 10.3.',
  {
    label: z.string().optional().describe('Absent if the status was cleared.'),
    createTime: z.string().optional().describe('UTC: `yyyy-MM-dd HH:mm:ss.SSS`.'),
    assigner: z.string().optional().describe('Who set it: `@<user name>`.'),
  },
);
export type CurationStatusRecord = z.infer<typeof curationStatusSchema>;

/** The record of a curation status. Source: datasets.md 10.3. */
export function curationStatusRecord({ label, createdAt, userName }: CurationStatusRecordFragment): CurationStatusRecord {
  return {
    label: label ?? undefined,
    createTime: createdAt.slice(0, 23).replace('T', ' '),
    assigner: userName === null ? undefined : `@${userName}`,
  };
}

/** A text as a string of a spreadsheet formula, in which it can only be a string. */
function formulaText(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"`;
}

type CurationStates = DatasetCurationStatesQuery['curationStates'];

/** Curation states as CSV, one row each under a row of headings; the columns after the sixth are the roles that can publish. Source: datasets.md 10.4. */
export function curationStatesCsv({ publishingRoles, states }: CurationStates): string {
  const aliases = publishingRoles.map(({ alias }) => alias);
  return csvOf([
    [...HEADINGS, ...aliases],
    ...states.map(({ dataset, title, draftCreatedAt, draftUpdatedAt, status, curators }) => [
      `=HYPERLINK(${formulaText(dataset.landingPageUrl)},${formulaText(title)})`,
      draftCreatedAt.slice(0, 10),
      draftUpdatedAt.slice(0, 10),
      status?.label ?? NONE,
      status === null ? NONE : status.createdAt.slice(0, 19).replace('T', ' '),
      status?.userName ?? NONE,
      ...aliases.map((alias) => curators.find(({ role }) => role.alias === alias)?.assignees.join(';') ?? ''),
    ]),
  ]);
}

import { admitBulkMutation, beginBulkQuery, storeBulkMutation } from '../../../../src/domain/bulk/begin-bulk-job.ts';
import {
  cancelBulkJob,
  countBulkJobs,
  deleteBulkJob,
  listBulkJobs,
  revokeBulkResult,
  viewBulkJob,
} from '../../../../src/domain/bulk/bulk-job-commands.ts';
import { readBulkResult } from '../../../../src/domain/bulk/bulk-result.ts';
import type { StagedFile } from '../../../../src/storage/file-storage.ts';
import type { GateCase, GateTable } from './gate-case.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';

const NONE = 987_654;
const ofAccounts = (run: GateCase['run']): GateCase => ({ requires: 'LoggedIn', run, changes: true });

const WALK = '{ collection(reference: { root: true }) { contents { nodes { __typename } } } }';
const MUTATION = 'mutation ($input: PublishDatasetInput!) { publishDataset(input: $input) { outcome } }';
const noLines = { sizeBytes: 0, checksum: 'none' } as unknown as StagedFile;

/** Source: docs/adr/0093-bulk-and-idempotency.md. */
export const bulkGates: GateTable = {
  beginBulkQuery: ofAccounts((context) => beginBulkQuery(context, { document: WALK, variables: null, clientKey: null })),
  admitBulkMutation: ofAccounts((context) => admitBulkMutation(context, MUTATION)),
  storeBulkMutation: ofAccounts((context) =>
    storeBulkMutation(context, { document: MUTATION, clientKey: null, lines: noLines, lineCount: 0 }),
  ),
  // There is no such job, which is found out behind the gate.
  cancelBulkJob: ofAccounts((context) => cancelBulkJob(context, { id: NONE })),
  revokeBulkResult: ofAccounts((context) => revokeBulkResult(context, { id: NONE })),
  deleteBulkJob: ofAccounts((context) => deleteBulkJob(context, { id: NONE })),
  viewBulkJob: ofAccounts((context) => viewBulkJob(context, { id: NONE })),
  listBulkJobs: ofAccounts((context) => listBulkJobs(context, { ...WHOLE, state: null, limit: 1 })),
  countBulkJobs: ofAccounts((context) => countBulkJobs(context, { state: null })),
  readBulkResult: {
    requires: 'Public',
    run: (context) => readBulkResult(context, { id: NONE, expires: 0, signature: '', position: 0 }),
  },
};

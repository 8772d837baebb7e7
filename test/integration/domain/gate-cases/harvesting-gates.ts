import { listOaiRecords, viewOaiRecord } from '../../../../src/domain/harvesting/oai-records.ts';
import { describeOaiRepository } from '../../../../src/domain/harvesting/oai-repository.ts';
import type { GateCase, GateTable } from './gate-case.ts';

const everybody = (run: GateCase['run']): GateCase => ({ requires: 'Public', run });
const whole = { fromMicros: null, beforeMicros: null, after: null, limit: 1, withExports: false };

/** Source: exports.md 16. */
export const harvestingGates: GateTable = {
  describeOaiRepository: everybody((context) => describeOaiRepository(context, null)),
  listOaiRecords: everybody((context) => listOaiRecords(context, { ...whole, format: 'oai_dc' })),
  viewOaiRecord: everybody((context) => viewOaiRecord(context, { identifier: 'doi:10.5072/NONE', format: null })),
};

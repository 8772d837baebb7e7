import { listOaiRecords, viewOaiRecord } from '../../../../src/domain/harvesting/oai-records.ts';
import {
  addOaiSet,
  deleteOaiSet,
  listOaiSets,
  reviewOaiSet,
  updateOaiSet,
  viewOaiSet,
} from '../../../../src/domain/harvesting/oai-set-commands.ts';
import { describeOaiRepository } from '../../../../src/domain/harvesting/oai-repository.ts';
import { viewSitemap, viewSitemapPart } from '../../../../src/domain/harvesting/sitemap.ts';
import { freshAlias, type GateCase, type GateTable } from './gate-case.ts';

const everybody = (run: GateCase['run']): GateCase => ({ requires: 'Public', run });
const superusers = (run: GateCase['run']): GateCase => ({ requires: 'Superuser', run });
const whole = { set: null, fromMicros: null, beforeMicros: null, after: null, limit: 1, withExports: false };

/** Source: exports.md 16. */
export const harvestingGates: GateTable = {
  describeOaiRepository: everybody((context) => describeOaiRepository(context, null)),
  listOaiRecords: everybody((context) => listOaiRecords(context, { ...whole, format: 'oai_dc' })),
  viewOaiRecord: everybody((context) => viewOaiRecord(context, { identifier: 'doi:10.5072/NONE', format: null })),
  viewSitemap: everybody((context) => viewSitemap(context, null)),
  viewSitemapPart: everybody((context) => viewSitemapPart(context, { number: 0 })),
  listOaiSets: everybody((context) => listOaiSets(context, null)),
  viewOaiSet: everybody((context) => viewOaiSet(context, { spec: 'nosuch' })),
  addOaiSet: superusers((context) => addOaiSet(context, { spec: freshAlias().slice(0, 30), definition: 'tides' })),
  updateOaiSet: superusers((context) => updateOaiSet(context, { spec: 'nosuch', definition: 'tides' })),
  reviewOaiSet: { requires: 'AdminGate', run: (context) => reviewOaiSet(context, { spec: 'nosuch' }) },
  deleteOaiSet: superusers((context) => deleteOaiSet(context, { spec: 'nosuch' })),
};

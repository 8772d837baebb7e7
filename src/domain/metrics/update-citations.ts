import type { Logger } from 'pino';
import type { Database } from '../../db/client.ts';
import { saveCitations } from '../../db/queries/metrics/citations.ts';
import { findDataset } from '../../db/queries/datasets/datasets.ts';
import type { DomainServices } from '../../kernel/services.ts';

/**
 * Asks which works cite a dataset and keeps their addresses; those that are told no more stay. A provider that fails is only logged: the
 * update can be requested again. Source: datasets.md 13.2.
 */
export async function updateCitations(
  {
    db,
    services,
    log,
  }: {
    readonly db: Database;
    readonly services: Pick<DomainServices, 'pids'> & Partial<Pick<DomainServices, 'citations'>>;
    readonly log: Logger;
  },
  datasetId: number,
): Promise<void> {
  const dataset = await findDataset(db, { id: datasetId }, []);
  const { citations, pids } = services;
  // The citation service only knows DOIs of DataCite.
  if (dataset === undefined || citations === undefined || pids.find(dataset)?.id !== 'datacite') return;
  const doi = `${dataset.authority}${dataset.separator}${dataset.identifier}`;
  try {
    let known = 0;
    for await (const urls of citations.pages(doi)) {
      await saveCitations(db, datasetId, urls);
      known += urls.length;
    }
    log.info({ datasetId, told: known }, 'The citations of a dataset were updated.');
  } catch (error) {
    log.warn({ err: error, datasetId }, 'The citations of a dataset could not be updated.');
  }
}

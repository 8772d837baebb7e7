import { z } from 'zod';
import { lockCitationQueue } from '../../db/queries/citations.ts';
import type { DatasetKey } from '../../db/queries/datasets.ts';
import { countPendingEvents } from '../../db/queries/outbox.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../command.ts';
import { loadDataset } from '../datasets/dataset-subject.ts';
import { persistentIdText } from '../pid/persistent-id.ts';

const EVENT = 'CitationUpdateRequested';

/**
 * Has the provider of citations asked, by a worker and later, which works cite a dataset; its id. What waits has a limit.
 * @throws DomainError CITATIONS_UNAVAILABLE | CITATION_QUEUE_FULL. Source: datasets.md 13.2.
 */
export const requestCitationUpdate = command({
  name: 'requestCitationUpdate',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, input) => loadDataset(scope, input.dataset),
  requires: 'AdminGate',
  run: async ({ tx, services, emit }, { dataset }): Promise<number> => {
    const { citations, pids } = services;
    if (citations === null) {
      throw new DomainError('CITATIONS_UNAVAILABLE', 'This installation has no provider of citations; its operator can name one.');
    }
    if (pids.find(dataset)?.id !== 'datacite') {
      throw new DomainError('CITATIONS_UNAVAILABLE', `${persistentIdText(dataset)} is no DOI that DataCite manages for this installation.`);
    }
    await lockCitationQueue(tx);
    if ((await countPendingEvents(tx, EVENT)) >= citations.queueLimit) {
      throw new DomainError('CITATION_QUEUE_FULL', `${citations.queueLimit} updates of citations wait already; try again later.`);
    }
    emit({ kind: EVENT, subjectId: dataset.id, payload: {} });
    return dataset.id;
  },
});

import { z } from 'zod';
import { lockCitationQueue } from '../../db/queries/metrics/citations.ts';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { countPendingEvents } from '../../db/queries/gate/outbox.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command } from '../../kernel/command.ts';
import { loadDataset } from '../subjects/dataset-subject.ts';

const EVENT = 'CitationUpdateRequested';

/**
 * Has the provider of citations asked, by a worker and later, which works cite a dataset; its id. What waits has a limit; whether
 * there is a provider to be asked is the worker's matter. @throws DomainError CITATION_QUEUE_FULL. Source: datasets.md 13.2, decisions.md 32.
 */
export const requestCitationUpdate = command({
  name: 'requestCitationUpdate',
  input: z.object({ dataset: z.custom<DatasetKey>() }),
  subject: (scope, input) => loadDataset(scope, input.dataset),
  requires: 'AdminGate',
  run: async ({ tx, services, emit }, { dataset }): Promise<number> => {
    const { citations } = services;
    await lockCitationQueue(tx);
    if ((await countPendingEvents(tx, EVENT)) >= citations.queueLimit) {
      throw new DomainError('CITATION_QUEUE_FULL', `${citations.queueLimit} citation updates are already queued; try again later.`);
    }
    emit({ kind: EVENT, subjectId: dataset.id, payload: {} });
    return dataset.id;
  },
});

/** Changes that harvesters are told of. Source: exports.md 16.4. */
import { noteOaiChange, noteOaiDestruction } from '../../db/queries/harvesting/oai-records.ts';
import { noteOaiMove } from '../../db/queries/harvesting/oai-stamps.ts';
import type { WithinScope } from '../../kernel/services.ts';
import { afterwards, within } from '../../kernel/subscribers.ts';
import { reviewSet } from './review-set.ts';

interface About {
  readonly subjectId: number;
}

const note = ({ tx }: WithinScope, { subjectId }: About): Promise<void> => noteOaiChange(tx, subjectId);
const noteMove = ({ tx }: WithinScope, { subjectId }: About): Promise<void> => noteOaiMove(tx, subjectId);

export const subscribers = [
  within('DatasetPublished', note),
  within('PublishedVersionUpdated', note),
  within('DatasetDeaccessioned', note),
  within('DatasetDestroyed', ({ tx }, { subjectId }) => noteOaiDestruction(tx, subjectId)),
  within('DatasetMoved', noteMove),
  within('CollectionMoved', noteMove),
  afterwards('OaiSetChanged', ({ db }, { payload }) => reviewSet(db, payload)),
];

/** Changes that harvesters are told of. Source: exports.md 16.4. */
import { noteOaiChange, noteOaiDestruction } from '../../db/queries/harvesting/oai-records.ts';
import type { WithinScope } from '../../kernel/services.ts';
import { within } from '../../kernel/subscribers.ts';

const note = ({ tx }: WithinScope, { subjectId }: { readonly subjectId: number }): Promise<void> => noteOaiChange(tx, subjectId);

export const subscribers = [
  within('DatasetPublished', note),
  within('PublishedVersionUpdated', note),
  within('DatasetDeaccessioned', note),
  within('DatasetDestroyed', ({ tx }, { subjectId }) => noteOaiDestruction(tx, subjectId)),
];

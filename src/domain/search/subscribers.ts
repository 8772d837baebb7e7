import { afterwards } from '../../kernel/subscribers.ts';
import { describeDatasetsAgain } from './examine-index.ts';

/** When what search says is written anew outside of the transactions that change what it describes. */
export const subscribers = [afterwards('DatasetDescriptionsOutdated', ({ db }, { payload }) => describeDatasetsAgain(db, payload.after))];

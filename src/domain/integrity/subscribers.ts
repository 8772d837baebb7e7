import { afterwards } from '../../kernel/subscribers.ts';
import { completeSavedOriginals } from './fixity/complete-saved-originals.ts';

/** What is completed about stored bytes. */
export const subscribers = [afterwards('OriginalsIncomplete', (scope, { payload }) => completeSavedOriginals(scope, payload))];

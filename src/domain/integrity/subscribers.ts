import { afterwards } from '../../kernel/subscribers.ts';
import { completeSavedOriginals } from './fixity/complete-saved-originals.ts';
import { renewChecksums } from './fixity/replace-checksums.ts';

/** What is completed about stored bytes. */
export const subscribers = [
  afterwards('OriginalsIncomplete', (scope, { payload }) => completeSavedOriginals(scope, payload)),
  afterwards('ChecksumsOutdated', (scope, { payload }) => renewChecksums(scope, payload)),
];

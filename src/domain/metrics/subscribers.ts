import { afterwards } from '../../kernel/subscribers.ts';
import { updateCitations } from './update-citations.ts';

/** What the provider of citations is asked. */
export const subscribers = [afterwards('CitationUpdateRequested', (scope, { subjectId }) => updateCitations(scope, subjectId))];

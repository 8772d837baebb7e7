import { afterwards } from '../../kernel/subscribers.ts';
import { updateCitations } from './update-citations.ts';

/** Subscribers that query the citation service. */
export const subscribers = [afterwards('CitationUpdateRequested', (scope, { subjectId }) => updateCitations(scope, subjectId))];

import type { Subject } from './command.ts';

/** The subject of operations without a collection, dataset or file: the gate checks only the caller. */
export const noSubject = async (): Promise<Subject> => ({ nodeId: null, granted: 0 });

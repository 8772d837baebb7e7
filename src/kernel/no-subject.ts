import type { Subject } from './command.ts';

/** The subject of what concerns no collection, dataset or file: the gate looks at the caller alone. */
export const noSubject = async (): Promise<Subject> => ({ nodeId: null, granted: 0 });

import { datasetWriters } from './dataset-writers.ts';
import { fileWriters } from './file-writers.ts';
import { otherWriters } from './other-writers.ts';
import type { Writer } from './writer.ts';

/** Makes a writer of every kind. */
export async function allWriters(url: string): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (const make of [...datasetWriters, ...fileWriters, ...otherWriters]) writers.push(await make(url));
  return writers;
}

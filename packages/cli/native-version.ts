import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { usageFailure } from './failure.ts';

const nativeShape = z.looseObject({ datasetVersion: z.looseObject({}) });

/** Native JSON of a version, from a file of it, or of a dataset. @throws CliFailure */
export async function versionIn(file: string): Promise<unknown> {
  let document: unknown;
  try {
    document = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw usageFailure(`${file} is no JSON that can be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const whole = nativeShape.safeParse(document);
  return whole.success ? whole.data.datasetVersion : document;
}

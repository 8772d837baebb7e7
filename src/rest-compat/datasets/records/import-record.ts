import { z } from 'zod';
import type { DatasetImportMutation } from '../../../generated/operations.ts';
import { objectId, recordSchema } from '../../records/schema.ts';
import type { EnvelopeReply } from '../../route.ts';

export const importedDatasetSchema = recordSchema('ImportedDataset', 'An imported dataset. Source: datasets.md 4.2.', {
  id: objectId,
  persistentId: z.string(),
  releaseCompleted: z.literal(true).optional().describe('Only if a release was requested.'),
});

/** The answer to an import. `releaseCompleted` is there if a release was requested. Source: datasets.md 4.2. */
export function importReply({
  dataset,
  released,
  filesWithoutBytes,
}: DatasetImportMutation['importDataset']): EnvelopeReply<z.infer<typeof importedDatasetSchema>> {
  const { databaseId, persistentId } = dataset;
  const reply = {
    status: 201,
    location: `/api/datasets/${databaseId}`,
    data: { id: databaseId, persistentId, releaseCompleted: released ? true : undefined },
  } as const;
  if (filesWithoutBytes.length === 0) return reply;
  const shown = filesWithoutBytes.slice(0, 20).join(', ');
  const more = filesWithoutBytes.length > 20 ? ` and ${filesWithoutBytes.length - 20} more` : '';
  return { ...reply, message: `The folder of the dataset does not hold the bytes of ${shown}${more} yet.` };
}

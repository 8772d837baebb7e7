import type { RecordedFile } from '../../../db/queries/integrity/fixity-checks.ts';
import { checksumHash } from '../../../storage/checksum-hash.ts';
import type { ChecksumAlgorithm } from '../../../vocabulary/files.ts';
import type { FixityFinding } from '../../files/checksums/examine-bytes.ts';
import type { ReadingPace } from '../../files/checksums/reading-pace.ts';
import { examineFile, type FixityScope } from '../../files/checksums/verify-file.ts';

/**
 * Reads a file once, against its recorded checksum and for one of another algorithm, which says something only where nothing is wrong.
 * @throws as `examineBytes`.
 */
export async function readChecksum(
  scope: Pick<FixityScope, 'services'>,
  file: RecordedFile,
  { algorithm, pace }: { readonly algorithm: ChecksumAlgorithm; readonly pace: ReadingPace },
): Promise<{ readonly finding: FixityFinding; readonly value: string }> {
  let hash = checksumHash(algorithm);
  let part: string | undefined;
  const finding = await examineFile(scope, file, {
    pace,
    onChunk: (chunk, location) => {
      // Of a tabular file the last object that is read is the saved original, whose checksum counts.
      if (location.storageId !== part) hash = checksumHash(algorithm);
      part = location.storageId;
      hash.update(chunk);
    },
  });
  return { finding, value: hash.digest('hex') };
}

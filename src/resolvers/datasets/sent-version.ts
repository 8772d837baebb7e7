import type { SentVersion } from '../../domain/versions/read-sent-version.ts';
import type { DatasetVersionInput } from '../generated/resolver-types.ts';
import { requireOne } from '../require-one.ts';

/** A version as commands read it. What was sent by type is native JSON by now. */
export function sentVersion(version: DatasetVersionInput): SentVersion {
  requireOne(version, '/version', 'A version');
  const { native, jsonLd } = version;
  return { datasetVersion: native ?? undefined, jsonLd: jsonLd ?? undefined };
}

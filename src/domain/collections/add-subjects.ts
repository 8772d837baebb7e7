import { addCollectionSubjects } from '../../db/queries/collections/collection-subjects.ts';
import type { Scope } from '../../kernel/command.ts';
import { FILLER } from '../../formats/values/value-format.ts';
import { textsOf } from '../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';

/** Gives the subjects of what is published to all collections above it. Source: datasets.md 7.3. */
export async function addSubjectsAbove(
  { tx }: Pick<Scope, 'tx'>,
  { id, path }: { readonly id: number; readonly path: readonly number[] },
  metadata: VersionMetadata,
): Promise<void> {
  const subjects = textsOf(metadata, 'subject').filter((subject) => subject !== FILLER);
  if (subjects.length === 0) return;
  const above = path.filter((ancestor) => ancestor !== id);
  await addCollectionSubjects(tx, above, subjects);
}

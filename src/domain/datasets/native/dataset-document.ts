/** A dataset with its draft as JSON, for the programs that judge it. Source: datasets.md 3.1 to 3.3. */
import type { Queryable } from '../../../db/client.ts';
import type { DatasetRow } from '../../../db/queries/datasets/datasets.ts';
import { countDataFilesOf } from '../../../db/queries/files/file-records.ts';
import { listVersionsByIds } from '../../../db/queries/versions/versions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { nativeDocument } from '../../../formats/native-json/native-document.ts';
import type { NativeBlockFacts } from '../../../formats/native-json/native-version.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { withoutVocabularyFillers } from '../../metadata/filler.ts';
import { datasetFacts, versionFacts } from './native-facts.ts';
import { versionFiles } from './version-files.ts';

/** Where a dataset is read, and for whom. */
export interface DocumentScope extends Pick<CommandContext, 'actor' | 'services'> {
  readonly db: Queryable;
}

/** All blocks that have a value: the program is the operator's, so nothing is held back from it. */
function allBlocks({ blocks }: Pick<DomainServices, 'blocks'>, metadata: VersionMetadata): NativeBlockFacts[] {
  const catalog = blocks.current();
  return Object.entries(metadata).map(([name, fields]) => ({
    name,
    displayName: catalog.findBlock(name)?.displayName ?? name,
    nativeFields: withoutVocabularyFillers(fields),
  }));
}

/** A dataset and its draft as they are stored, a page of files at a time. @throws DomainError CONCURRENT_CHANGE when the draft is gone. */
export async function* datasetDocument(scope: DocumentScope, dataset: DatasetRow, draftId: number): AsyncGenerator<string> {
  const { db, services, actor } = scope;
  const [version] = await listVersionsByIds(db, [draftId]);
  if (version === undefined) throw new DomainError('CONCURRENT_CHANGE', 'The draft was deleted while it was being validated.');
  const fileCount = (await countDataFilesOf(db, [dataset.id])).get(dataset.id) ?? 0;
  const facts = datasetFacts(services, dataset, fileCount);
  const native = versionFacts(facts, dataset, version, allBlocks(services, version.metadata.value));
  const files = versionFiles({ db, services }, dataset, version)();
  yield* nativeDocument({ dataset: facts, version: native, files, more: { userIdentifier: actor.identifier } });
}

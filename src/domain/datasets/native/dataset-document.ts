/** A dataset with its draft as JSON, for the programs that judge it. Source: datasets.md 3.1 to 3.3. */
import type { Queryable } from '../../../db/client.ts';
import type { DatasetRow } from '../../../db/queries/datasets/datasets.ts';
import { fileOrders, type FilePlace } from '../../../db/queries/files/file-orders.ts';
import { countDataFilesOf } from '../../../db/queries/files/file-records.ts';
import { searchFiles } from '../../../db/queries/files/file-search.ts';
import { listVersionsByIds, type VersionRow } from '../../../db/queries/versions/versions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { writeDataset } from '../../../formats/native-json/native-dataset.ts';
import { writeFile } from '../../../formats/native-json/native-file.ts';
import { type NativeBlockFacts, writeVersion } from '../../../formats/native-json/native-version.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { withoutVocabularyFillers } from '../../metadata/filler.ts';
import { datasetFacts, fileFacts, versionFacts } from './native-facts.ts';

/** Files of one statement. */
const PAGE = 1000;

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

async function* filePieces({ db, services }: DocumentScope, dataset: DatasetRow, version: VersionRow): AsyncGenerator<string> {
  let after: FilePlace | undefined;
  for (;;) {
    const { files } = await searchFiles(db, version, { filter: {}, order: 'NameAZ', after, offset: 0, limit: PAGE });
    const text = files.map(({ file }) => JSON.stringify(writeFile(fileFacts(services, dataset, version, file)))).join(',');
    if (text !== '') yield `${after === undefined ? '' : ','}${text}`;
    const last = files.at(-1);
    if (last === undefined || files.length < PAGE) return;
    after = fileOrders.NameAZ.placeOf(last);
  }
}

/** A dataset and its draft as they are stored, a page of files at a time. @throws DomainError CONCURRENT_CHANGE when the draft is gone. */
export async function* datasetDocument(scope: DocumentScope, dataset: DatasetRow, draftId: number): AsyncGenerator<string> {
  const { db, services, actor } = scope;
  const [version] = await listVersionsByIds(db, [draftId]);
  if (version === undefined) throw new DomainError('CONCURRENT_CHANGE', 'The draft was deleted while it was being validated.');
  const fileCount = (await countDataFilesOf(db, [dataset.id])).get(dataset.id) ?? 0;
  const facts = datasetFacts(services, dataset, fileCount);
  const record = JSON.stringify({ ...writeDataset(facts), userIdentifier: actor.identifier });
  const draft = JSON.stringify(writeVersion(versionFacts(facts, dataset, version, allBlocks(services, version.metadata.value))));
  yield `${record.slice(0, -1)},"datasetVersion":${draft.slice(0, -1)},"files":[`;
  yield* filePieces(scope, dataset, version);
  yield ']}}';
}

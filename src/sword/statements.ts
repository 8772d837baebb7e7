/** What a dataset holds, and its states. Source: SWORD 2.0, 11. */
import { statementFileXml, statementFrame } from '../formats/sword/write-documents.ts';
import {
  type DepositFilePageFragment,
  DepositStatementDocument,
  DepositStatementFilesDocument,
  type DepositStatementQuery,
} from '../generated/sword-operations.ts';
import { fieldTexts } from './field-texts.ts';
import { addressesOf, FEED_TYPE, found, namedDataset, type SwordAnswer, type SwordCall } from './sword-call.ts';
import { inAddress } from './sword-path.ts';

type Held = NonNullable<DepositStatementQuery['dataset']>;
type Version = NonNullable<Held['latestVersion']>;

function statesOf({ locks, publishPlan }: Held, { state }: Version): Readonly<Record<string, string>> {
  const [oldest] = locks;
  return {
    latestVersionState: state,
    // Whether the next version would be a minor one; without a draft nothing has changed.
    isMinorUpdate: String(state !== 'DRAFT' || publishPlan.versionNumber !== null),
    locked: String(oldest !== undefined),
    ...(oldest === undefined
      ? {}
      : {
          lockedDetail: locks.map(({ lockType, message }) => message ?? lockType).join(', '),
          lockedStartTime: new Date(oldest.createdAt).toISOString(),
        }),
  };
}

function filesXml(base: string, { nodes }: DepositFilePageFragment, updatedAt: string): string {
  return nodes
    .map(({ label, dataFile: { databaseId, contentType } }) =>
      statementFileXml({
        // The name is for people; blanks are none in an address.
        href: `${base}/edit-media/file/${databaseId}/${inAddress(label.replaceAll(' ', '_'))}`,
        label,
        type: contentType,
        updated: updatedAt,
      }),
    )
    .join('');
}

async function* writeStatement({ base, run }: SwordCall, dataset: Held, version: Version): AsyncGenerator<string> {
  const updated = new Date(version.updatedAt).toISOString();
  const frame = statementFrame({
    id: addressesOf(base, dataset.persistentId).edit,
    title: version.title,
    authors: fieldTexts(version.metadataBlocks, 'author', 'authorName').join('; '),
    updated,
    states: statesOf(dataset, version),
  });
  yield frame.start;
  for (let page: DepositFilePageFragment = version.firstFiles; ;) {
    yield filesXml(base, page, updated);
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage || endCursor === null) break;
    const { node } = await run(DepositStatementFilesDocument, { version: version.id, after: endCursor });
    // The draft may be gone in the meantime.
    if (node === null || !('files' in node)) break;
    page = node.files;
  }
  yield frame.end;
}

/** Files and states of the newest version. */
export async function statement(call: SwordCall): Promise<SwordAnswer> {
  const { name } = call.target;
  const { dataset } = await call.run(DepositStatementDocument, { reference: namedDataset(call.target) });
  const held = found(dataset, 'DATASET_NOT_FOUND', name);
  const version = found(held.latestVersion, 'DATASET_NOT_FOUND', name);
  return { status: 200, type: FEED_TYPE, body: writeStatement(call, held, version) };
}

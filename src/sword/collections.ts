/** Collections that a depositor fills. Source: SWORD 2.0, 6.1 to 6.3. */
import {
  collectionEntryXml,
  collectionFrame,
  collectionReceiptXml,
  serviceCollectionXml,
  serviceFrame,
} from '../formats/sword/write-documents.ts';
import {
  DepositCollectionsDocument,
  type DepositCollectionsQuery,
  DepositContentsDocument,
  type DepositContentsQuery,
  DepositCreateDocument,
  DepositPublishCollectionDocument,
} from '../generated/sword-operations.ts';
import { collectionReference } from '../rest-compat/reference.ts';
import { readDeposit } from './read-deposit.ts';
import { receiptOf } from './receipts.ts';
import { addressesOf, ENTRY_TYPE, FEED_TYPE, found, type SwordAnswer, type SwordCall } from './sword-call.ts';
import { inAddress } from './sword-path.ts';

const OUTDATED = 'This address has an older form. The current one has v1.1 in the place of v1, as the addresses in this document do.';

function collectionAddress(base: string, alias: string): string {
  return `${base}/collection/dataverse/${inAddress(alias)}`;
}

async function* writeService(call: SwordCall, first: DepositCollectionsQuery): AsyncGenerator<string> {
  const { installationName, apiTermsOfUse } = first.serverInfo;
  const frame = serviceFrame(installationName, call.target.isOutdated ? OUTDATED : undefined);
  yield frame.start;
  for (let page = first.viewer.collectionsGranting; ;) {
    yield page.nodes
      .map(({ name, alias }) => serviceCollectionXml({ href: collectionAddress(call.base, alias), title: name, policy: apiTermsOfUse }))
      .join('');
    if (!page.pageInfo.hasNextPage) break;
    page = (await call.run(DepositCollectionsDocument, { after: page.pageInfo.endCursor })).viewer.collectionsGranting;
  }
  yield frame.end;
}

/** Collections in which the depositor may create datasets. */
export async function serviceDocument(call: SwordCall): Promise<SwordAnswer> {
  const first = await call.run(DepositCollectionsDocument, {});
  return { status: 200, type: 'application/atomsvc+xml;charset=UTF-8', body: writeService(call, first) };
}

type Contents = NonNullable<DepositContentsQuery['collection']>;

function entriesOf(base: string, { contents }: Contents): string {
  return contents.nodes
    .map((node) => {
      // Those that the depositor may change. Nothing but datasets was asked for.
      if (!('persistentId' in node) || !node.viewerCan) return '';
      const { persistentId, createdAt, latestVersion } = node;
      const updated = new Date(latestVersion?.updatedAt ?? createdAt).toISOString();
      return collectionEntryXml(addressesOf(base, persistentId), latestVersion?.title ?? persistentId, updated);
    })
    .join('');
}

async function* writeContents(call: SwordCall, first: Contents): AsyncGenerator<string> {
  const { alias, name, isReleased } = first;
  const frame = collectionFrame({ id: collectionAddress(call.base, alias), title: name, released: isReleased });
  yield frame.start;
  for (let page: Contents | null = first; page !== null;) {
    yield entriesOf(call.base, page);
    const { hasNextPage, endCursor } = page.contents.pageInfo;
    if (!hasNextPage) break;
    const next: DepositContentsQuery = await call.run(DepositContentsDocument, {
      reference: collectionReference(call.target.name),
      after: endCursor,
    });
    page = next.collection;
  }
  yield frame.end;
}

/** Datasets of a collection that the depositor may change. */
export async function listDatasets(call: SwordCall): Promise<SwordAnswer> {
  const { name } = call.target;
  const { collection } = await call.run(DepositContentsDocument, { reference: collectionReference(name), after: null });
  return { status: 200, type: FEED_TYPE, body: writeContents(call, found(collection, 'COLLECTION_NOT_FOUND', name)) };
}

/** Creates a dataset from an entry. */
export async function createDataset(call: SwordCall): Promise<SwordAnswer> {
  const { datasetVersion, leftOut } = await readDeposit(call);
  const collection = collectionReference(call.target.name);
  const { createDataset: created } = await call.run(DepositCreateDocument, { input: { collection, version: { native: datasetVersion } } });
  return receiptOf(call.base, created.dataset, { status: 201, treatment: 'The dataset was created as a draft.', leftOut });
}

/** Publishes a collection. */
export async function publishCollection({ base, run, target }: SwordCall): Promise<SwordAnswer> {
  const input = { collection: collectionReference(target.name) };
  const { alias } = (await run(DepositPublishCollectionDocument, { input })).publishCollection.collection;
  const edit = `${base}/edit/dataverse/${inAddress(alias)}`;
  const body = collectionReceiptXml({ edit, page: collectionAddress(base, alias), treatment: 'The collection was published.' });
  return { status: 200, type: ENTRY_TYPE, location: edit, body };
}

/** All typed links of a published version and of its files. Source: RFC 9264, 4.2; Signposting, level 2. */
import { DomainError } from '../../errors/domain-error.ts';
import { PageOfLinksetDocument, type PageOfLinksetQuery } from '../../generated/page-operations.ts';
import { authorsOf, compoundsReader } from '../metadata-reader.ts';
import { datasetPath } from '../addresses.ts';
import type { MakePage, PageCall, WebLink } from '../page.ts';
import { olderName, versionReference } from '../version-words.ts';
import { signposts } from './signposts.ts';

type Version = NonNullable<NonNullable<PageOfLinksetQuery['dataset']>['version']>;
type File = Version['filesSlice']['files'][number];

/** Files of one operation. */
const BATCH = 250;
/** Further files are in the exports alone. */
const MOST_FILES = 10_000;

/** Links by relation, as the format wants them. */
function contextOf(anchor: string, links: readonly WebLink[]): Readonly<Record<string, unknown>> {
  const byRelation = Map.groupBy(links, ({ rel }) => rel);
  const targets = [...byRelation].map(
    ([rel, group]) => [rel, group.map(({ href, type }) => (type === undefined ? { href } : { href, type }))] as const,
  );
  return { anchor, ...Object.fromEntries(targets) };
}

async function read({ run }: PageCall, persistentId: string, version: string, offset: number): Promise<Version> {
  const asked = { reference: { persistentId }, version, offset, limit: BATCH };
  const found = (await run(PageOfLinksetDocument, asked)).dataset?.version ?? null;
  if (found === null) throw new DomainError('DATASET_NOT_FOUND', 'There is no such dataset.');
  return found;
}

/** The linkset of a published version: of the newest, unless the address names another one. */
export const linkset: MakePage = async (call) => {
  const { persistentId = '', version: named } = call.query;
  const { siteUrl } = call.site;
  const version = named === undefined || named === '' ? ':latest-published' : versionReference(named);
  const first = await read(call, persistentId, version, 0);
  if (first.state !== 'RELEASED') throw new DomainError('DATASET_VERSION_NOT_FOUND', 'No published version has this name.');
  const files: File[] = [...first.filesSlice.files];
  const all = Math.min(first.filesSlice.totalCount, MOST_FILES);
  while (files.length < all) {
    const more = (await read(call, persistentId, version, files.length)).filesSlice.files;
    if (more.length === 0) break;
    files.push(...more);
  }
  const page = siteUrl + datasetPath(first.dataset.persistentId, named === undefined || named === '' ? undefined : named);
  const items = files.map(({ dataFile }) => ({
    rel: 'item',
    href: `${siteUrl}/api/access/datafile/${dataFile.databaseId}`,
    type: dataFile.contentType,
  }));
  const authors = authorsOf(compoundsReader(first.metadataBlock));
  const olderVersion = olderName(first, first.dataset.versions.nodes);
  const links = signposts({ ...first.dataset, license: first.license, authors, olderVersion }, siteUrl);
  const back = { rel: 'collection', href: page, type: 'text/html' };
  return {
    contentType: 'application/linkset+json',
    text: JSON.stringify({ linkset: [contextOf(page, [...links, ...items]), ...items.map(({ href }) => contextOf(href, [back]))] }),
  };
};

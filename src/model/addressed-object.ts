import { normalizePersistentId } from './persistent-id.ts';

type CollectionName = { readonly id: number } | { readonly alias: string } | { readonly root: true };
type Name = { readonly id: number } | { readonly persistentId: string };

/** What an address names, by the names that it has there. */
export type AddressedObject =
  | { readonly kind: 'collection'; readonly key: CollectionName }
  /** `version` is a reference such as `:draft` or `1.0`, where the address is one of a version. */
  | { readonly kind: 'dataset'; readonly key: Name; readonly version?: string }
  | { readonly kind: 'file'; readonly key: Name }
  /** A dataset or a file. */
  | { readonly kind: 'identified'; readonly persistentId: string }
  | { readonly kind: 'role'; readonly key: { readonly id: number } | { readonly alias: string } }
  | { readonly kind: 'group'; readonly collection: CollectionName; readonly alias: string }
  | { readonly kind: 'ipGroup' | 'mailDomainGroup'; readonly alias: string }
  | { readonly kind: 'user'; readonly key: { readonly id: number } | { readonly userName: string } }
  /** The account of the caller. */
  | { readonly kind: 'me' }
  | { readonly kind: 'block'; readonly idOrName: string };

type Found = AddressedObject | undefined;
type Read = (rest: readonly string[], query: URLSearchParams) => Found;

const LARGEST_ID = 2_147_483_647;

function numberIn(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_ID ? Number(text) : undefined;
}

function identified(text: string | null): { readonly persistentId: string } | undefined {
  const persistentId = text === null ? undefined : normalizePersistentId(text);
  return persistentId === undefined ? undefined : { persistentId };
}

/** A number, or `:persistentId` with the identifier in the query. */
function nameIn(reference: string, query: URLSearchParams): Name | undefined {
  if (reference === ':persistentId') return identified(query.get('persistentId'));
  const id = numberIn(reference);
  return id === undefined ? undefined : { id };
}

function collectionIn(reference: string): CollectionName {
  if (reference === ':root') return { root: true };
  const id = numberIn(reference);
  return id === undefined ? { alias: reference } : { id };
}

function datasetOf(key: Name | undefined, version?: string): Found {
  if (key === undefined) return undefined;
  return version === undefined || version === '' ? { kind: 'dataset', key } : { kind: 'dataset', key, version };
}

function fileOf(key: Name | undefined): Found {
  return key === undefined ? undefined : { kind: 'file', key };
}

const ofCollection: Read = ([reference = '', part, alias = '']) => {
  if (reference === '') return undefined;
  const key = collectionIn(reference);
  return part === 'groups' && alias !== '' ? { kind: 'group', collection: key, alias } : { kind: 'collection', key };
};

const ofDataset: Read = ([reference = '', part, version], query) => {
  if (reference === 'export') return datasetOf(identified(query.get('persistentId')), query.get('version') ?? undefined);
  return datasetOf(nameIn(reference, query), part === 'versions' ? version : undefined);
};

const ofFile: Read = ([reference = ''], query) => fileOf(nameIn(reference, query));

const ofRole: Read = ([reference = ''], query) => {
  const alias = reference === ':alias' ? query.get('alias') : null;
  if (alias !== null) return { kind: 'role', key: { alias } };
  const id = numberIn(reference);
  return id === undefined ? undefined : { kind: 'role', key: { id } };
};

/** The version of a page: `DRAFT`, or a number. */
function versionOfPage(query: URLSearchParams): string | undefined {
  const version = query.get('version') ?? undefined;
  return version?.toUpperCase() === 'DRAFT' ? ':draft' : version;
}

const ofDatasetPage: Read = (_rest, query) => datasetOf(identified(query.get('persistentId')), versionOfPage(query));

/** By what a path begins with; longer ones first. */
const READERS: readonly (readonly [path: string, read: Read])[] = [
  ['api/access/datafile/bundle', ofFile],
  ['api/access/datafile', ofFile],
  ['api/access/dataset', ofDataset],
  ['api/access/dvCardImage', ofCollection],
  ['api/admin/authenticatedUsers/id', ([id = '']) => (numberIn(id) === undefined ? undefined : { kind: 'user', key: { id: Number(id) } })],
  ['api/admin/authenticatedUsers', ([userName = '']) => (userName === '' ? undefined : { kind: 'user', key: { userName } })],
  ['api/admin/groups/ip', ([alias = '']) => (alias === '' ? undefined : { kind: 'ipGroup', alias })],
  ['api/admin/groups/domain', ([alias = '']) => (alias === '' ? undefined : { kind: 'mailDomainGroup', alias })],
  ['api/admin/roles', ofRole],
  ['api/collections', ofCollection],
  ['api/dataverses', ofCollection],
  ['api/datasets', ofDataset],
  ['api/files', ofFile],
  ['api/edit', ofFile],
  ['api/metadatablocks', ([idOrName = '']) => (idOrName === '' ? undefined : { kind: 'block', idOrName })],
  ['api/pids', ([reference = ''], query) => datasetOf(nameIn(reference, query))],
  ['api/roles', ofRole],
  ['api/users/:me', () => ({ kind: 'me' })],
  ['collection', ofCollection],
  ['dataverse', ofCollection],
  ['schema', ([idOrName = '']) => (idOrName === '' ? undefined : { kind: 'block', idOrName })],
  ['dataset.xhtml', ofDatasetPage],
  ['linkset', ofDatasetPage],
  ['differences', (_rest, query) => datasetOf(identified(query.get('persistentId')))],
  ['file.xhtml', (_rest, query) => fileOf(nameIn(query.get('fileId') ?? ':persistentId', query))],
  [
    'citation',
    (_rest, query) => {
      const named = identified(query.get('persistentId'));
      return named && { kind: 'identified', ...named };
    },
  ],
];

/** The names that a machine has for itself; who starts a server there uses one as well as another. */
const OWN_MACHINE = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/;

/** Path and query of an address of this installation; undefined for any other text. */
function ownPath(text: string, siteUrl: string): URL | undefined {
  const ownMachine = OWN_MACHINE.exec(siteUrl)?.[0];
  const named = ownMachine === undefined ? text : text.replace(OWN_MACHINE, ownMachine);
  const whole = named.startsWith('/') ? siteUrl + named : named;
  if (whole !== siteUrl && !whole.startsWith(`${siteUrl}/`)) return undefined;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  // Steps upwards are taken by now.
  return `${url.href}/`.startsWith(`${new URL(siteUrl).href.replace(/\/$/, '')}/`) ? url : undefined;
}

/**
 * What an address of this installation names, a path of it, or a persistent identifier in either form; undefined for any other text.
 * Whether there is such an object is not looked up.
 * @param siteUrl without a trailing slash
 */
export function addressedObject(text: string, siteUrl: string): AddressedObject | undefined {
  const named = identified(text);
  if (named !== undefined) return { kind: 'identified', ...named };
  const url = ownPath(text, siteUrl);
  if (url === undefined) return undefined;
  let segments: string[];
  try {
    segments = url.pathname.slice(new URL(siteUrl).pathname.replace(/\/$/, '').length).split('/').slice(1).map(decodeURIComponent);
  } catch {
    // Not a path: an escape is incomplete.
    return undefined;
  }
  if (segments.join('') === '') return { kind: 'collection', key: { root: true } };
  if (segments[0] === 'api' && segments[1] === 'v1') segments.splice(1, 1);
  for (const [path, read] of READERS) {
    const beginning = path.split('/');
    if (beginning.every((segment, at) => segments[at] === segment)) return read(segments.slice(beginning.length), url.searchParams);
  }
  return undefined;
}

/** Which server has a dataset: the one that is named, or the one that its persistent identifier leads to. */
import { unreachable } from '../client.ts';
import { CliFailure, EXIT, usageFailure } from '../failure.ts';

/** Where a dataset is. */
export interface FoundDataset {
  readonly server: string;
  readonly persistentId: string;
}

const RESOLVERS: Readonly<Record<string, string>> = { doi: 'https://doi.org', hdl: 'https://hdl.handle.net' };
const RESOLVER_HOSTS = new Set(['doi.org', 'dx.doi.org', 'www.doi.org', 'hdl.handle.net']);
const LANDING_LIMIT_MS = 60_000;
const MOST_REDIRECTS = 10;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** `doi:10.5072/FK2/ABC` of what may be an address of a resolver; undefined where it is no identifier. */
export function persistentIdIn(typed: string): string | undefined {
  const scheme = /^(doi|hdl|perma):(?<rest>.+)$/i.exec(typed);
  if (scheme !== null) return `${(scheme[1] ?? '').toLowerCase()}:${scheme.groups?.['rest'] ?? ''}`;
  if (/^10\.[0-9]{4,}\//.test(typed)) return `doi:${typed}`;
  if (!URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  if (!RESOLVER_HOSTS.has(url.host)) return undefined;
  const name = decoded(url.pathname.slice(1));
  return name === undefined ? undefined : `${url.host === 'hdl.handle.net' ? 'hdl' : 'doi'}:${name}`;
}

/** A landing page's server and dataset: Dataverse and Archivolt have the identifier in the query of its address. */
function inLandingPage(address: string): FoundDataset | undefined {
  const url = new URL(address);
  const persistentId = url.searchParams.get('persistentId');
  if (persistentId === null) return undefined;
  // What stands before the page is where the installation is served, which may be below a path.
  const base = url.pathname.replace(/\/[^/]*$/, '').replace(/\/api\/.*$/, '');
  return { server: `${url.origin}${base}`, persistentId };
}

/** Follows the redirects of a resolver until the landing page. @throws CliFailure */
async function follow(address: string, rest = MOST_REDIRECTS): Promise<FoundDataset> {
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(LANDING_LIMIT_MS) }).catch((error: unknown) => {
    throw unreachable(new URL(address).origin, error);
  });
  await response.body?.cancel();
  const to = response.headers.get('location');
  if (response.status === 404) throw new CliFailure(EXIT.notFound, 'PERSISTENT_ID_UNKNOWN', `${address} leads nowhere.`);
  if (to === null || rest === 0) {
    throw new CliFailure(
      EXIT.notFound,
      'INSTALLATION_UNKNOWN',
      `${address} does not lead to a dataset of an Archivolt or a Dataverse; name its --server.`,
    );
  }
  const next = new URL(to, address).href;
  return inLandingPage(next) ?? follow(next, rest - 1);
}

/**
 * The server and the identifier of what was typed: an identifier, its address, or the address of a landing page.
 * @param resolver In place of doi.org and hdl.handle.net
 * @throws CliFailure
 */
export async function findInstallation(typed: string, resolver: string | undefined): Promise<FoundDataset> {
  const persistentId = persistentIdIn(typed);
  if (persistentId === undefined) {
    const landing = URL.canParse(typed) ? inLandingPage(typed) : undefined;
    if (landing !== undefined) return landing;
    throw usageFailure(`"${typed}" names no dataset: give its identifier such as doi:10.5072/FK2/ABC123, or the address of its page.`);
  }
  const colon = persistentId.indexOf(':');
  const scheme = persistentId.slice(0, colon);
  const name = persistentId.slice(colon + 1);
  const base = resolver ?? RESOLVERS[scheme];
  if (base === undefined) throw usageFailure(`Identifiers of the scheme "${scheme}" have no resolver: name the --server of the dataset.`);
  const found = await follow(`${base}/${name.split('/').map(encodeURIComponent).join('/')}`);
  return { server: found.server, persistentId };
}

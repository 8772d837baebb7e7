import { DomainError } from '../errors/domain-error.ts';

const ROOT = '/dvn/api/data-deposit/';
/** The version that addresses in answers have. */
const CURRENT = 'v1.1';
const VERSIONS: readonly string[] = ['v1', CURRENT];

/** What an address of the deposit interface names. */
export interface SwordTarget {
  /** The document and the kind of object, such as `edit/study`. */
  readonly place: string;
  /** Alias, persistent identifier, or id of a file; empty for the service document. */
  readonly name: string;
  /** The address has an older form, which still works. */
  readonly isOutdated: boolean;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new DomainError('BAD_USER_INPUT', 'The path contains a percent sign that starts no valid escape sequence.');
  }
}

/** Whether a path is one of the deposit interface. */
export function isSwordPath(path: string): boolean {
  return path.startsWith(ROOT);
}

/** Reads a path of the deposit interface. @throws DomainError NOT_FOUND | BAD_USER_INPUT */
export function readSwordPath(path: string): SwordTarget {
  const [version = '', interfaceName, document = '', kind, ...names] = path.slice(ROOT.length).replace(/\/+$/, '').split('/').map(decoded);
  if (!VERSIONS.includes(version) || interfaceName !== 'swordv2' || document === '') {
    throw new DomainError('NOT_FOUND', `There is nothing of the deposit interface at ${path}.`);
  }
  const isOutdated = version !== CURRENT;
  if (kind === undefined) return { place: document, name: '', isOutdated };
  // Behind the id of a file stands its name, for people.
  const name = kind === 'file' ? (names[0] ?? '') : names.join('/');
  return { place: `${document}/${kind}`, name, isOutdated };
}

/** The address that the others begin with. */
export function swordBase(origin: string): string {
  return `${origin}${ROOT}${CURRENT}/swordv2`;
}

/** A name as it stands in an address: slashes and colons of identifiers stay. */
export function inAddress(name: string): string {
  return encodeURIComponent(name).replaceAll('%2F', '/').replaceAll('%3A', ':');
}

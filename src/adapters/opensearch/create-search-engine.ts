import type { ChosenEngine } from '../../kernel/ports/search-engine.ts';
import { createOpenSearchEngine } from './opensearch-engine.ts';

const DEFAULT_ALIAS = 'archivolt';

/** Name of an index: letters, digits, `_` and `-`, as OpenSearch has them. @returns undefined for what is none */
export function aliasOf(url: URL): string | undefined {
  const alias = url.searchParams.get('index') ?? DEFAULT_ALIAS;
  return /^[a-z\d][a-z\d_-]{0,99}$/u.test(alias) ? alias : undefined;
}

/** The engine of an address, which is asked later. @throws TypeError for an address whose index has no name */
export function createSearchEngine(address: string): ChosenEngine {
  const url = new URL(address);
  const alias = aliasOf(url);
  if (alias === undefined) throw new TypeError('The index must be named by small letters, digits, _ and -.');
  const auth = url.username === '' ? undefined : { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  return {
    engine: createOpenSearchEngine({ node: `${url.origin}${url.pathname}`, auth, alias }),
    nameOfIndex: (at) => `${alias}-${at.toISOString().replaceAll(/\D/gu, '')}`,
  };
}

/** Addresses of the pages of depositing. */

/** A path with those parts of a query that there are. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const text = new URLSearchParams(pairs).toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? path : `${path}?${text}`;
}

export const depositPaths = {
  start: '/deposit',
  create: (collection?: string): string => withQuery('/deposit/new', { collection }),
  dataset: (persistentId: string, done?: string): string => withQuery('/deposit/dataset', { persistentId, done }),
  metadata: (persistentId: string): string => withQuery('/deposit/metadata', { persistentId }),
  files: (persistentId: string, done?: string): string => withQuery('/deposit/files', { persistentId, done }),
  file: (persistentId: string, file: number): string => withQuery('/deposit/file', { persistentId, file: String(file) }),
  terms: (persistentId: string): string => withQuery('/deposit/terms', { persistentId }),
  publish: (persistentId: string, type?: string): string => withQuery('/deposit/publish', { persistentId, type }),
  withdraw: (persistentId: string): string => withQuery('/deposit/withdraw', { persistentId }),
  remove: (persistentId: string): string => withQuery('/deposit/delete', { persistentId }),
  collection: (alias: string, done?: string): string => withQuery('/deposit/collection', { alias, done }),
  newCollection: (owner: string): string => withQuery('/deposit/collection/new', { owner }),
  roles: (alias: string, done?: string): string => withQuery('/deposit/collection/roles', { alias, done }),
  fieldRules: (alias: string): string => withQuery('/deposit/collection/fields', { alias }),
} as const;

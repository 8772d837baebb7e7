/** Addresses of the pages, as links between them write them. */

/** A persistent identifier as a query holds it: readable, for the two characters that each has need no escape there. */
function pidText(persistentId: string): string {
  return encodeURIComponent(persistentId).replaceAll('%3A', ':').replaceAll('%2F', '/');
}

/** Page of a dataset: of one version, or of its newest. */
export function datasetPath(persistentId: string, version?: string): string {
  return `/dataset.xhtml?persistentId=${pidText(persistentId)}${version === undefined ? '' : `&version=${version}`}`;
}

/** Page of a file, in one version or in the newest that holds it. */
export function filePath(file: { readonly databaseId: number } | { readonly persistentId: string }, version?: string): string {
  const name = 'databaseId' in file ? `fileId=${file.databaseId}` : `persistentId=${pidText(file.persistentId)}`;
  return `/file.xhtml?${name}${version === undefined ? '' : `&version=${version}`}`;
}

/** Page of a collection. */
export function collectionPath(alias: string): string {
  return `/collection/${encodeURIComponent(alias)}`;
}

/** Address in the REST API of something of a dataset, `part` its path below the dataset. */
export function datasetApiPath(persistentId: string, part: string): string {
  return `/api/datasets/:persistentId/${part}?persistentId=${pidText(persistentId)}`;
}

/** Metadata of the newest published version in a format of export. */
export function exportPath(persistentId: string, format: string): string {
  return `/api/datasets/export?exporter=${encodeURIComponent(format)}&persistentId=${pidText(persistentId)}`;
}

/** A URL from user input, if it is a web address; a browser would execute one that begins with `javascript:`. */
export function webAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

/** Typed links of a dataset, for programs. */
export function linksetPath(persistentId: string, version?: string): string {
  return `/linkset?persistentId=${pidText(persistentId)}${version === undefined ? '' : `&version=${version}`}`;
}

/** What a later version changed. */
export function differencesPath(persistentId: string, from: string, to: string): string {
  return `/differences?persistentId=${pidText(persistentId)}&from=${from}&to=${to}`;
}

function pidParameter(persistentId: string): string {
  return encodeURIComponent(persistentId).replaceAll('%3A', ':').replaceAll('%2F', '/');
}

/** Page that a registered identifier of a file leads to. */
export function fileLandingPage(siteUrl: string, persistentId: string): string {
  return `${siteUrl}/file.xhtml?persistentId=${pidParameter(persistentId)}`;
}

/** Page that a registered identifier leads to. Source: datasets.md 12.2. */
export function landingPage(siteUrl: string, persistentId: string): string {
  return `${siteUrl}/dataset.xhtml?persistentId=${pidParameter(persistentId)}`;
}

/** Page of a file, whether it has an identifier or not. */
export function fileRecordPage(siteUrl: string, fileId: number): string {
  return `${siteUrl}/file.xhtml?fileId=${fileId}`;
}

/** Page of a collection. */
export function collectionLandingPage(siteUrl: string, alias: string): string {
  return `${siteUrl}/collection/${encodeURIComponent(alias)}`;
}

/** The type that ingest gives to what it made; nothing else is stored with it. Source: files.md 14.2, 19.4. */
export const INGESTED_TYPE = 'text/tab-separated-values';

/** Whether a file was ingested into a table. */
export function isTabular({ contentType }: { readonly contentType: string }): boolean {
  return contentType === INGESTED_TYPE;
}

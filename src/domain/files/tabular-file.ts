import { DomainError } from '../../errors/domain-error.ts';

/** The type that ingest gives to what it made; nothing else is stored with it. Source: files.md 14.2, 19.4. */
export const INGESTED_TYPE = 'text/tab-separated-values';

interface Typed {
  readonly id: number;
  readonly contentType: string;
}

/** Whether a file was ingested into a table. */
export function isTabular({ contentType }: { readonly contentType: string }): boolean {
  return contentType === INGESTED_TYPE;
}

/** @throws DomainError FILE_NOT_TABULAR */
export function requireTabular(file: Typed, pointer: string): void {
  if (isTabular(file)) return;
  throw new DomainError('FILE_NOT_TABULAR', `File ${file.id} is not tabular, so it cannot have tags of tabular files.`, {
    problems: [{ pointer, message: 'must be empty where the file is not tabular' }],
  });
}

import { DomainError } from '../../errors/domain-error.ts';
import { isTabular } from '../../model/ingested-type.ts';

interface Typed {
  readonly id: number;
  readonly contentType: string;
}

/** @throws DomainError FILE_NOT_TABULAR */
export function requireTabular(file: Typed, pointer: string): void {
  if (isTabular(file)) return;
  throw new DomainError('FILE_NOT_TABULAR', `File ${file.id} is not tabular, so it cannot have tags of tabular files.`, {
    problems: [{ pointer, message: 'must be empty where the file is not tabular' }],
  });
}

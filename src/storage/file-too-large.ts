import { DomainError } from '../errors/domain-error.ts';
import { humanSize } from './human-size.ts';
import { broken } from '../errors/rules/broken.ts';

/** The refusal of a file over the upload limit, naming both sizes. `counted` is `part` where reading ended before the file did. */
export function fileTooLarge(sizeBytes: number, limitBytes: number, counted: 'all' | 'part' = 'all'): DomainError {
  const rounded = { size: humanSize(sizeBytes), most: humanSize(limitBytes) };
  // 1025 bytes and 1024 bytes read the same.
  const sizes = rounded.size === rounded.most ? { size: `${sizeBytes} bytes`, most: `${limitBytes} bytes` } : rounded;
  const { message, rule } = broken(counted === 'part' ? 'FILE_LARGER_AT_LEAST' : 'FILE_LARGER', sizes);
  return new DomainError('FILE_TOO_LARGE', message, { rule });
}

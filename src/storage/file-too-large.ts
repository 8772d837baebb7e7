import { DomainError } from '../errors/domain-error.ts';
import { humanSize } from './human-size.ts';

/** The refusal of a file over the upload limit, naming both sizes. `counted` is `part` where reading ended before the file did. */
export function fileTooLarge(sizeBytes: number, limitBytes: number, counted: 'all' | 'part' = 'all'): DomainError {
  const [size, most] = [humanSize(sizeBytes), humanSize(limitBytes)];
  // 1025 bytes and 1024 bytes read the same.
  const sizes =
    size === most
      ? `${sizeBytes} bytes, which is larger than the limit of ${limitBytes} bytes`
      : `${size}, which is larger than the limit of ${most}`;
  return new DomainError('FILE_TOO_LARGE', `The file is ${counted === 'part' ? 'more than ' : ''}${sizes}.`);
}

import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import { DomainError } from '../errors/domain-error.ts';

/** The charset that a content type names in lower case, `utf-8` where it names none. */
function charsetOf(contentType: string | undefined): string {
  try {
    return new MIMEType(contentType ?? 'text/plain').params.get('charset')?.trim().toLowerCase() ?? 'utf-8';
  } catch {
    // What is no content type names no charset.
    return 'utf-8';
  }
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', `The charset ${charset} of the request body is not supported; send UTF-8.`);
  }
}

function notValid(charset: string, cause?: unknown): DomainError {
  return new DomainError('BAD_USER_INPUT', `The request body is not valid ${charset.toUpperCase()}.`, { cause });
}

/** UTF-16 without more is little-endian, unless the bytes begin with the mark of the other order. */
function isBigEndian(charset: string, bytes: Buffer): boolean {
  return charset === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff;
}

/**
 * How the bytes of a body of this content type become a text; they are refused with BAD_USER_INPUT where they are not what it says.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE for an unknown charset. Source: decisions.md 45.
 */
export function textDecoderFor(contentType: string | undefined): (bytes: Buffer) => string {
  const charset = charsetOf(contentType);
  if (charset === 'utf-8' || charset === 'utf8') {
    return (bytes) => {
      if (!isUtf8(bytes)) throw notValid('utf-8');
      return bytes.toString('utf8');
    };
  }
  const decoder = decoderOf(charset);
  return (bytes) => {
    try {
      return (isBigEndian(charset, bytes) ? decoderOf('utf-16be') : decoder).decode(bytes);
    } catch (cause) {
      throw notValid(charset, cause);
    }
  };
}

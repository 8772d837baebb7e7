/** Forms byte by byte: writers of forms refuse to write most of these. */
import type { HostileRequest } from '../dimension.ts';

export interface FormPart {
  readonly name: string;
  readonly content: string | Buffer;
  /** Makes it a file. */
  readonly fileName?: string;
  /** Further header lines, each with its line end. */
  readonly headers?: string;
}

const BOUNDARY = 'campaign-part';

/** A request whose body is a form; a preamble is ignored text before its first part. */
export function formOf(path: string, parts: readonly FormPart[], preamble = ''): HostileRequest {
  const chunks = parts.flatMap(({ name, content, fileName, headers = '' }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${headers}\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ];
  });
  return {
    method: 'POST',
    path,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.concat([Buffer.from(preamble === '' ? '' : `${preamble}\r\n`), ...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

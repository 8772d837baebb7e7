const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * The disposition of a download: the percent-encoded name that the contract gives, and where that differs from the
 * name itself the form that browsers decode, which wins with them. Source: files.md 11.3; RFC 6266, 4.3.
 */
export function attachmentDisposition(fileName: string): string {
  return disposition('attachment', fileName);
}

/** The same of what a browser shows in a page. */
export function inlineDisposition(fileName: string): string {
  return disposition('inline', fileName);
}

function disposition(kind: 'attachment' | 'inline', fileName: string): string {
  const encoded = percentEncoded(fileName);
  const extended = encoded === fileName ? '' : `; filename*=UTF-8''${encoded}`;
  return `${kind}; filename="${encoded}"${extended}`;
}

/** Pictures of pixels and PDF: browsers run nothing of them in the name of this server, as they do of HTML and SVG. */
const SHOWN_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);

/** Whether a browser may show a file of this type in place of saving it. */
export function isShown(contentType: string): boolean {
  return SHOWN_TYPES.has(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

/** The content type of a download with the name as a parameter. Source: files.md 11.3. */
export function namedContentType(contentType: string, fileName: string): string {
  const type = PRINTABLE_ASCII.test(contentType) ? contentType : 'application/octet-stream';
  return `${type}; name="${percentEncoded(fileName)}"`;
}

/** UTF-8 percent-encoding of everything that RFC 8187 does not let stand in an extended value. */
function percentEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * The disposition of a download: the percent-encoded name that the contract gives, and where that differs from the
 * name itself the form that browsers decode, which wins with them. Source: files.md 11.3; RFC 6266, 4.3.
 */
export function attachmentDisposition(fileName: string): string {
  const encoded = percentEncoded(fileName);
  const extended = encoded === fileName ? '' : `; filename*=UTF-8''${encoded}`;
  return `attachment; filename="${encoded}"${extended}`;
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

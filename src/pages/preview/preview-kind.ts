/** In which way a file can be looked at on its page, as far as its type, its name and its size say. */

/** Pictures from which thumbnails are made; an SVG is shown as the PNG that is made of it. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/tiff',
  'image/avif',
  'image/svg+xml',
]);
/** Texts whose types do not begin with `text/`. */
const TEXTS: ReadonlySet<string> = new Set([
  'application/json',
  'application/ld+json',
  'application/geo+json',
  'application/javascript',
  'application/toml',
  'application/x-sh',
  'application/x-tex',
  'application/x-yaml',
  'application/xml',
  'application/yaml',
]);
/** Texts of which servers and browsers often know no type. */
const TEXT_NAMES =
  /\.(?:bib|c|cff|cfg|cpp|csv|do|f90|h|ini|ipynb|java|jl|js|json|log|m|md|org|py|r|rb|rmd|rs|rst|sas|sh|sps|sql|tex|toml|ts|tsv|txt|xml|ya?ml)$/i;
/** A viewer reads a PDF in ranges, but some read all of it. */
const LARGEST_PDF_BYTES = 50_000_000;

/** How a file is shown. */
export type PreviewKind = 'picture' | 'text' | 'pdf';

/** The way to show a file; undefined where there is none. */
export function previewKind({
  label,
  dataFile: { contentType, sizeBytes },
}: {
  readonly label: string;
  readonly dataFile: { readonly contentType: string; readonly sizeBytes: number };
}): PreviewKind | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (sizeBytes === 0) return undefined;
  if (PICTURES.has(type)) return 'picture';
  if (type === 'application/pdf') return sizeBytes <= LARGEST_PDF_BYTES ? 'pdf' : undefined;
  const isUnknown = type === '' || type === 'application/octet-stream';
  return type.startsWith('text/') || TEXTS.has(type) || (isUnknown && TEXT_NAMES.test(label)) ? 'text' : undefined;
}

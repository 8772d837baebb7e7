/** Content types by file name, for what the bytes do not tell. Source: files.md 14.1 step 1, 14.3. */

/** The RO-Crate type; the profile is part of its name. */
export const RO_CRATE_TYPE =
  'application/ld+json; profile="http://www.w3.org/ns/json-ld#flattened http://www.w3.org/ns/json-ld#compacted https://w3id.org/ro/crate"';

const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['Makefile', 'text/x-makefile'],
  ['Snakemake', 'text/x-snakemake'],
  ['Dockerfile', 'application/x-docker-file'],
  ['Vagrantfile', 'application/x-vagrant-file'],
  ['ro-crate-metadata.json', RO_CRATE_TYPE],
  ['ro-crate-metadata.jsonld', RO_CRATE_TYPE],
]);

/** Consulted first, in any case. */
const FIRST_TABLE: ReadonlyMap<string, string> = extensionMap({
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls xlc xll xlm xlw',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/comma-separated-values': 'csv',
  'text/plain': 'txt',
  'text/xml': 'xml',
  'text/tsv': 'tab tsv',
  'text/x-fixed-field': 'dat asc',
  'application/x-rlang-transport': 'rdata',
  'type/x-r-syntax': 'r',
  'application/x-stata': 'dta',
  'text/x-stata-syntax': 'do',
  'application/x-spss-sav': 'sav',
  'application/x-spss-por': 'por',
  'text/x-spss-syntax': 'sps',
  'application/x-sas-transport': 'xpt cport v5x v6x v7x',
  'application/x-sas-system': 'sas7bdat sd1 sd2 sd7 ssd01 ssd ssd04',
  'text/x-sas-syntax': 'sas',
  'image/gif': 'gif',
  'image/jpeg': 'jpeg jpg jpe',
  'image/bmp': 'bmp',
  'image/x-portable-bitmap': 'pbm',
  'image/x-portable-graymap': 'pgm',
  'image/png': 'png',
  'image/x-portable-anymap': 'pnm',
  'image/x-portable-pixmap': 'ppm',
  'image/cmu-raster': 'ras',
  'image/x-rgb': 'rgb',
  'image/tiff': 'tif tiff',
  'image/x-xbitmap': 'xbm',
  'image/x-xpixmap': 'xpm',
  'image/x-xwindowdump': 'xwd',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/x-tar': 'tar',
});

/** Long-standing types of common run-times; consulted second, in any case. */
const SECOND_TABLE: ReadonlyMap<string, string> = extensionMap({
  'text/html': 'html htm',
  'text/plain': 'java c cc h hh c++ el pl text',
  'video/x-msvideo': 'avi',
  'video/mpeg': 'mpeg mpg mpe',
  'video/quicktime': 'mov qt',
  'audio/x-wav': 'wav',
  'audio/basic': 'au snd',
  'audio/x-aiff': 'aif aiff aifc',
  'audio/midi': 'mid midi',
  'application/postscript': 'ps eps ai',
  'application/rtf': 'rtf',
  'application/x-tex': 'tex',
  'application/x-texinfo': 'texinfo texi',
  'application/x-troff': 't tr roff',
  'image/ief': 'ief',
});

/** Consulted last, with the case as written. */
const THIRD_TABLE: ReadonlyMap<string, string> = extensionMap({
  'application/x-7z-compressed': '7z',
  'application/x-stata-ado': 'ado',
  'application/dbf': 'dbf',
  'application/dicom': 'dcm',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.eln+zip': 'eln',
  'application/x-emf': 'emf',
  'application/geo+json': 'geojson',
  'application/x-h5': 'h5',
  'application/x-hdf': 'hdf',
  'application/x-hdf5': 'hdf5',
  'application/x-ipynb+json': 'ipynb',
  'application/json': 'json',
  'text/x-matlab': 'm',
  'application/matlab-mat': 'mat',
  'text/markdown': 'md',
  'audio/mp3': 'mp3',
  'audio/mp4': 'm4a',
  'text/vtt': 'vtt',
  'image/nii': 'nii',
  'application/netcdf': 'nc',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'image/png': 'png',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/prj': 'prj',
  'text/x-python': 'py',
  'application/rar': 'rar',
  'application/x-sas': 'sas',
  'application/sbn': 'sbn',
  'application/sbx': 'sbx',
  'application/shp': 'shp',
  'application/shx': 'shx',
  'application/x-stata-smcl': 'smcl',
  'application/x-swc': 'swc',
  'application/x-xz': 'xz',
  'text/x-workflow-description-language': 'wdl',
  'text/x-computational-workflow-language': 'cwl',
  'text/x-nextflow': 'nf',
  'text/x-r-notebook': 'Rmd',
  'text/x-ruby-script': 'rb',
  'text/x-dagman': 'dag',
  'model/gltf-binary': 'glb',
});

/** The type that the whole file name stands for, whatever the bytes. */
export function typeOfName(fileName: string): string | undefined {
  return BY_NAME.get(fileName);
}

/** The type that an extension (without its dot) stands for. */
export function typeOfExtension(extension: string): string | undefined {
  const anyCase = extension.toLowerCase();
  return FIRST_TABLE.get(anyCase) ?? SECOND_TABLE.get(anyCase) ?? THIRD_TABLE.get(extension);
}

function extensionMap(extensionsByType: Record<string, string>): ReadonlyMap<string, string> {
  const entries = Object.entries(extensionsByType).flatMap(([type, extensions]) =>
    extensions.split(' ').map((extension) => [extension, type] as const),
  );
  return new Map(entries);
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map(
  // The first extension of a type stays: later entries of a map overwrite earlier ones.
  [FIRST_TABLE, SECOND_TABLE, THIRD_TABLE]
    .flatMap((table) => [...table].map(([extension, type]) => [type, extension] as const))
    .toReversed(),
);

/** The usual extension, without its dot, of files of a type; undefined where there is none. Parameters do not count. */
export function extensionOfType(contentType: string): string | undefined {
  return EXTENSIONS.get(contentType.split(';', 1)[0]?.trim() ?? '');
}

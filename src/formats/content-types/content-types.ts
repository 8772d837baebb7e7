/** Names and groups of content types for people, and the extensions of ingested originals. Source: files.md 14.4, 14.5. */
import { RO_CRATE_TYPE } from './extension-types.ts';

interface ContentTypeNames {
  readonly friendlyType: string;
  /** Search facet group. */
  readonly group: string;
}

const RO_CRATE: ContentTypeNames = { friendlyType: 'RO-Crate metadata', group: 'Metadata' };

/** Search facet group, then friendly name, then the types that have it. */
const FRIENDLY_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Document: {
    'Adobe PDF': 'application/pdf image/pdf text/pdf application/x-pdf',
    'Windows Help Contents File': 'application/cnt',
    'MS Word': 'application/msword application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'MS Excel Spreadsheet':
      'application/vnd.ms-excel application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/vnd.ms-excel.sheet.macroenabled.12',
    'MS Powerpoint': 'application/vnd.ms-powerpoint application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'OpenOffice Spreadsheet': 'application/vnd.oasis.opendocument.spreadsheet',
  },
  Text: {
    'Plain Text': 'text/plain',
    'Application Log': 'text/x-log',
    HTML: 'text/html',
    LaTeX: 'application/x-tex text/x-tex',
    'Markdown Text': 'text/markdown text/x-markdown',
    'R Markdown Text': 'text/x-r-markdown',
    'Rich Text Format': 'application/rtf text/rtf text/richtext',
    reStructuredText: 'text/x-rst',
    'Turtle RDF': 'text/turtle',
    XML: 'application/xml text/xml',
    'Web Video Text Tracks': 'text/vtt',
  },
  Code: {
    'C++ Source': 'text/x-c text/x-c++src',
    'Cascading Style Sheet': 'text/css',
    'Fortran Source Code': 'text/x-fortran',
    'Java Class': 'application/java-vm',
    'Java Source Code': 'text/x-java-source',
    'Javascript Code': 'text/javascript application/javascript application/x-javascript',
    'MATLAB Source Code': 'text/x-matlab',
    'Mathematica Input': 'text/x-mathematica',
    'Objective-C Source Code': 'text/x-objcsrc',
    'Pascal Source Code': 'text/x-pascal',
    'Perl Script': 'text/x-perl-script',
    'PHP Source Code': 'text/php',
    Postscript: 'application/postscript',
    'Python Source Code': 'text/x-python text/x-python-script',
    'R Source Code': 'text/x-r-source',
    'Shell Script': 'text/x-sh application/x-sh application/x-shellscript',
    'SQL Code': 'application/x-sql text/x-sql',
    'Shockwave Flash Component': 'application/x-swc',
    'Windows Executable': 'application/x-msdownload',
    'Jupyter Notebook': 'application/x-ipynb+json',
    'Stata Do Script': 'application/x-stata-do',
    'Stata Syntax': 'text/x-stata-syntax application/x-stata-syntax',
    'SPSS Syntax': 'text/x-spss-syntax application/x-spss-syntax',
    'SAS Syntax': 'text/x-sas-syntax application/x-sas-syntax',
    'R Syntax': 'type/x-r-syntax',
    'Wolfram Mathematica Code': 'application/vnd.wolfram.mathematica.package application/vnd.wolfram.mathematica',
    'Workflow Description Language': 'text/x-workflow-description-language',
    'Computational Workflow Language': 'text/x-computational-workflow-language',
    'Nextflow Script': 'text/x-nextflow',
    'R Notebook': 'text/x-r-notebook',
    'Ruby Source Code': 'text/x-ruby-script',
    'DAGMan Workflow': 'text/x-dagman',
    'Makefile Script': 'text/x-makefile',
    'Snakemake Workflow': 'text/x-snakemake',
    'Docker Image File': 'application/x-docker-file',
    'Vagrant Image File': 'application/x-vagrant-file',
  },
  Other: {
    'Perl Script': 'text/x-perl',
  },
  Data: {
    'Stata Ado Script': 'application/x-stata-ado',
    'Stata Data Script': 'application/x-stata-dta',
    'Stata Markup and Control Language': 'application/x-stata-smcl',
    'SPSS Script Syntax': 'application/x-spss-sps',
    'Tab-Separated Values': 'text/tsv',
    'Comma Separated Values': 'text/comma-separated-values text/x-comma-separated-values text/csv',
    'Fixed Field Text Data': 'text/x-fixed-field',
    'FloGraphIt Media': 'application/vnd.flographit',
    'R Data': 'application/x-r-data application/x-rlang-transport',
    'R Binary': 'application/x-R-2',
    'Stata Binary': 'application/x-stata application/x-stata-6',
    'Stata 13 Binary': 'application/x-stata-13',
    'Stata 14 Binary': 'application/x-stata-14',
    'Stata 15 Binary': 'application/x-stata-15',
    'SPSS Portable': 'application/x-spss-por application/x-spss-portable',
    'SPSS Binary': 'application/x-spss-sav',
    SAS: 'application/x-sas',
    'SAS Transport': 'application/x-sas-transport',
    'SAS System': 'application/x-sas-system',
    'SAS Data': 'application/x-sas-data',
    'SAS Catalog': 'application/x-sas-catalog',
    'SAS Log': 'application/x-sas-log',
    'SAS Output': 'application/x-sas-output',
    'Softgrid DTA Script': 'application/softgrid-do',
    'CSV (w/SPSS card)': 'application/x-dvn-csvspss-zip',
    'TAB (w/DDI)': 'application/x-dvn-tabddi-zip',
    'Extended Metafile': 'application/x-emf',
    'Hierarchical Data Format': 'application/x-h5 application/x-hdf application/x-hdf5',
    GeoJSON: 'application/geo+json',
    JSON: 'application/json',
    Mathematica: 'application/mathematica',
    'MATLAB Data': 'application/matlab-mat application/x-matlab-data',
    'MATLAB Figure': 'application/x-matlab-figure application/x-xfig',
    'MATLAB Workspace': 'application/x-matlab-workspace',
    'Virtual Contact File': 'text/x-vcard',
    'MS Access': 'application/x-msaccess',
    'Network Common Data Form': 'application/netcdf application/x-netcdf',
    'Notes Storage Facility': 'application/vnd.lotus-notes',
    NSDstat: 'application/x-nsdstat',
    'PLINK Binary': 'application/vnd.realvnc.bed',
    'STL Format': 'application/vnd.ms-pki.stl',
    'FCS Data': 'application/vnd.isac.fcs',
    'Java Serialized Object': 'application/java-serialized-object',
    'Co-Ordinate Animation': 'chemical/x-xyz',
    'File Package': 'application/vnd.service.file-package',
  },
  'Tabular Data': {
    'Tab-Delimited': 'text/tab-separated-values',
  },
  FITS: {
    FITS: 'image/fits application/fits',
  },
  Shape: {
    'dBASE Table for ESRI Shapefile': 'application/dbf application/dbase',
    'ESRI Shapefile': 'application/prj application/x-esri-shape',
    'ESRI Spatial Index': 'application/sbn application/sbx',
    Shape: 'application/shp application/shx',
    'Keyhole Markup Language': 'application/vnd.google-earth.kml+xml',
    'Zipped Shapefiles': 'application/zipped-shapefile',
  },
  Archive: {
    'ZIP Archive': 'application/zip application/x-zip-compressed',
    'ATX Archive': 'application/vnd.antix.game-component',
    'Bzip Archive': 'application/x-bzip application/x-bzip2',
    'Google Earth Archive': 'application/vnd.google-earth.kmz',
    'Gzip Archive': 'application/gzip application/x-gzip application/x-gzip-compressed',
    'RAR Archive': 'application/rar application/x-rar application/x-rar-compressed',
    'TAR Archive': 'application/tar application/x-tar application/x-compressed-tar',
    'Compressed Archive': 'application/x-compressed',
    '7Z Archive': 'application/x-7z-compressed',
    'XZ Archive': 'application/x-xz',
    'Web Archive': 'application/warc',
    'Optical Disc Image': 'application/x-iso9660-image',
    'ELN Archive': 'application/vnd.eln+zip',
  },
  Image: {
    'GIF Image': 'image/gif',
    'JPEG Image': 'image/jpeg',
    'JPEG-2000 Image': 'image/jp2',
    'Bitmap Image': 'image/x-portable-bitmap image/bmp image/x-xbitmap image/RAW image/raw',
    'Graymap Image': 'image/x-portable-graymap',
    'PNG Image': 'image/png',
    'Anymap Image': 'image/x-portable-anymap',
    'Pixmap Image': 'image/x-portable-pixmap image/x-xpixmap',
    'Enhanced Metafile': 'application/x-msmetafile',
    'DICOM Image': 'application/dicom image/dicom-rle',
    'NIfTI Image': 'image/nii',
    'Raster Image': 'image/cmu-raster',
    'RGB Image': 'image/x-rgb',
    'SVG Image': 'image/svg+xml',
    'TIFF Image': 'image/tiff',
    'TGIF File': 'application/x-tgif',
    'X Windows Dump': 'image/x-xwindowdump',
    'Photoshop Image': 'application/photoshop image/vnd.adobe.photoshop application/x-photoshop',
  },
  Audio: {
    'AIFF Audio': 'audio/x-aiff',
    'MP3 Audio': 'audio/mp3 audio/mpeg',
    'MPEG-4 Audio': 'audio/mp4 audio/x-m4a',
    'OGG Audio': 'audio/ogg',
    'Waveform Audio': 'audio/wav audio/x-wav audio/x-wave audio/vnd.wave',
  },
  Video: {
    'AVI Video': 'video/avi video/x-msvideo',
    'MPEG Video': 'video/mpeg',
    'MPEG-4 Video': 'video/mp4 video/x-m4v',
    'OGG Video': 'video/ogg',
    'Quicktime Video': 'video/quicktime',
    'WebM Video': 'video/webm',
  },
  'Network Data': {
    'GraphML Network Data': 'text/xml-graphml',
  },
  '3D Data': {
    '3D Model': 'model/gltf-binary',
  },
  Unknown: {
    Unknown: 'application/octet-stream',
  },
};

const NAMES: ReadonlyMap<string, ContentTypeNames> = new Map(
  Object.entries(FRIENDLY_NAMES).flatMap(([group, names]) =>
    Object.entries(names).flatMap(([name, types]) =>
      types.split(' ').map((type) => [type.toLowerCase(), { friendlyType: name, group }] as const),
    ),
  ),
);

/** What an original is called whose type was not recorded. Source: files.md 3. */
export const UNKNOWN_FORMAT = 'UNKNOWN';

/** The name of a content type for people; the type itself when it has none. Parameters do not count. */
export function friendlyType(contentType: string): string {
  return namesOf(contentType)?.friendlyType ?? contentType;
}

/** The search facet group of a content type; `Other` for one that is not listed. */
export function fileTypeGroup(contentType: string): string {
  return namesOf(contentType)?.group ?? 'Other';
}

/** The content types of a search facet group, in lower case; none of `Other`, which is every type that is not listed. */
export function contentTypesOfGroup(group: string): readonly string[] {
  return [...NAMES].flatMap(([type, names]) => (names.group === group ? [type] : []));
}

/** The content types that have a name for people, in any case; of a name that none has, the name itself as a content type. */
export function contentTypesNamed(name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const found = [...NAMES].flatMap(([type, names]) => (names.friendlyType?.toLowerCase() === wanted ? [type] : []));
  return found.length > 0 ? found : [wanted];
}

/** All content types that are listed, in lower case. */
export function listedContentTypes(): readonly string[] {
  return [...NAMES.keys()];
}

/** The extension, with its dot, that a saved original of this type gets in its name; empty for a type that is not ingested. */
export function originalExtension(contentType: string): string {
  const type = withoutParameters(contentType);
  if (/^application\/x-stata(-\d+)?$/.test(type)) return '.dta';
  return ORIGINAL_EXTENSIONS.get(type) ?? '';
}

const ORIGINAL_EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['application/x-spss-sav', '.sav'],
  ['application/x-spss-por', '.por'],
  ['application/x-rlang-transport', '.RData'],
  ['text/csv', '.csv'],
  ['text/comma-separated-values', '.csv'],
  ['text/tsv', '.tsv'],
  ['text/tab-separated-values', '.tsv'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '.xlsx'],
]);

function namesOf(contentType: string): ContentTypeNames | undefined {
  return contentType === RO_CRATE_TYPE ? RO_CRATE : NAMES.get(withoutParameters(contentType));
}

function withoutParameters(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

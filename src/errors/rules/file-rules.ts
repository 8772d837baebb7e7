/** Rules for files, uploads and terms. */

/** Sizes as people write them: `1.5 MB`. */
type Sizes = Readonly<Record<'size' | 'most', string>>;

export const fileRules = {
  FILE_NAME_BLANK: (): string => 'The file name must not be blank.',
  FILE_NAME_CHARACTERS: (): string => 'The file name must not contain control characters or any of : < > ; # / " * | ? \\',
  FILE_NAME_DOTS: (): string => 'The file name must not be "." or "..".',
  FILE_NAME_LONG: ({ most }: { most: number }): string => `The file name must not be longer than ${most} characters.`,
  FOLDER_CHARACTERS: (): string =>
    'The folder may contain only the letters A to Z and a to z, digits, underscores, hyphens, dots, spaces and slashes.',
  FOLDER_ABOVE: (): string => 'The folder must not contain the folder name "..".',
  FOLDER_LONG: ({ most }: { most: number }): string => `The folder must not be longer than ${most} characters.`,
  SAME_CONTENT: ({ label }: { label: string }): string => `has the same content as ${label}`,
  PATH_TAKEN: ({ path }: { path: string }): string => `must not result in ${path}, which is the path of another file`,
  OTHER_TYPE: ({ had, has }: { had: string; has: string }): string => `must be true to replace ${had} by ${has}`,
  NOT_RESTRICTED_HERE: (): string => 'must not be true here',
  NO_PICTURE: (): string => 'must be a picture: PNG, JPEG, GIF, WebP, TIFF, AVIF or SVG',
  ONE_FILE: (): string => 'must hold one file',
  TYPE_FORM: (): string => 'must have the form type/subtype',
  SIZE_DECLARED: ({ bytes }: { bytes: number }): string => `The size must be ${bytes}, as declared when the upload began.`,
  CHECKSUM_OF_BYTES: ({ checksum }: { checksum: string }): string => `must be ${checksum}, the checksum of the uploaded bytes`,
  FILE_LARGER: ({ size, most }: Sizes): string => `The file is ${size}, which is larger than the limit of ${most}.`,
  FILE_LARGER_AT_LEAST: ({ size, most }: Sizes): string => `The file is more than ${size}, which is larger than the limit of ${most}.`,
  OVER_QUOTA: ({ size, rest }: { size: string; rest: string }): string => `The file has ${size}; the storage quota leaves ${rest}.`,
  OVER_QUOTA_PROMISED: ({ size, rest, promised }: { size: string; rest: string; promised: string }): string =>
    `The file has ${size}; the storage quota leaves ${rest}, with ${promised} reserved for uploads in progress.`,
  ARCHIVE_OVER_QUOTA: ({ size, rest }: { size: string; rest: string }): string =>
    `The archive unpacks to ${size}; the storage quota leaves ${rest}.`,
  FILES_FULL: ({ limit }: { limit: number }): string =>
    `The dataset has reached the maximum number of files allowed, ${limit}; uploads in progress count.`,
  FILES_TOO_MANY: ({ limit, room, more }: { limit: number; room: number; more: number }): string =>
    `The dataset may hold ${limit} files, and has room for ${room} more; ${more} were sent.`,
  LICENSE_INACTIVE: (): string => 'must be active',
  LICENSE_OF_TYPE: (): string => 'must be one of the type',
  NO_LICENSE: (): string => 'is not the name or URI of an active licence',
  LICENSE_OR_TERMS: (): string => 'must have either a licence or custom terms',
  NO_CUSTOM_TERMS: (): string => 'must be absent here',
  NO_ACCESS_TERMS: (): string => 'must not be set here',
  ACCESS_TERMS_NEEDED: (): string =>
    'Restricted files need terms of access, or requests for access must be enabled (Terms of Use and Access).',
  TERMS_OF_USE_NEEDED: (): string => 'The dataset has neither a licence nor terms of use; set its Terms of Use before publishing.',
  REASON_NEEDED: (): string => 'must not be blank: the authors need a reason',
  VERSION_OUT: (): string => 'must be x.y, x or :latest-published',
};

/** Words about checks of what is stored. */

/** What a reading of stored bytes found; `UNPROVEN` where the size is right and no checksum is recorded. */
export const FIXITY_OUTCOMES = ['VALID', 'UNPROVEN', 'WRONG_SIZE', 'WRONG_CHECKSUM', 'MISSING', 'UNREADABLE'] as const;
export type FixityOutcome = (typeof FIXITY_OUTCOMES)[number];

/** What a check of stored records comes to; REST writes it in lower case. Source: users-admin.md 13. */
export const RECORDS_CHECK_STATUSES = ['VALID', 'INVALID', 'UNKNOWN'] as const;
export type RecordsCheckStatus = (typeof RECORDS_CHECK_STATUSES)[number];

/** What becomes of the fingerprint of a version that may lack it. Source: files.md 12.2. */
export const VERSION_UNF_OUTCOMES = ['NO_VERSION', 'PRESENT', 'NO_TABLES', 'TAKEN_OVER', 'COMPUTED'] as const;
export type VersionUnfOutcome = (typeof VERSION_UNF_OUTCOMES)[number];

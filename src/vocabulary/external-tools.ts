/** Words about external tools. Source: users-admin.md 18.3. */

/** What a tool is for. */
export const TOOL_TYPES = ['explore', 'configure', 'preview', 'query'] as const;
export type ToolType = (typeof TOOL_TYPES)[number];

/** What a tool is started for. */
export const TOOL_SCOPES = ['dataset', 'file'] as const;
export type ToolScope = (typeof TOOL_SCOPES)[number];

/** What stands in a manifest for a fact of what the tool is started for. */
export const RESERVED_WORDS = [
  '{fileId}',
  '{filePid}',
  '{datasetId}',
  '{datasetPid}',
  '{datasetVersion}',
  '{fileMetadataId}',
  '{siteUrl}',
  '{apiToken}',
  '{localeCode}',
] as const;
export type ReservedWord = (typeof RESERVED_WORDS)[number];

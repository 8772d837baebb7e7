import type { Exporter } from '../exports/exporter.ts';
import { nativeDocument } from './native-document.ts';

/** The native record of a dataset with its version. Source: exports.md 10, decisions.md 12. */
export const nativeJsonExporter: Exporter = {
  name: 'service_json',
  displayName: 'JSON',
  mediaType: 'application/json',
  isHarvestable: true,
  isVisibleInUserInterface: true,
  // The name that older clients know.
  aliases: ['dataverse_json'],
  write: ({ dataset, version, files, citation }) => nativeDocument({ dataset, version, files: files(), citation: citation.text }),
};

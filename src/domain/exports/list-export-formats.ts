import type { Exporter } from '../../formats/exports/exporter.ts';
import { exporters } from '../../formats/exports/exporters.ts';
import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';

/** All formats of export; public. */
export const listExportFormats = query({
  name: 'listExportFormats',
  subject: noSubject,
  requires: 'Public',
  run: (_context, _subject, _input: Record<string, never>): readonly Exporter[] => exporters,
});

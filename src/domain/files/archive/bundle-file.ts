import { listArchiveFiles } from '../../../db/queries/files/archive-files.ts';
import type { FileKey } from '../../../db/queries/files/file-access.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { citeVersion } from '../../versions/citation/cite-version.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { recordDownload } from '../../../kernel/record-usage.ts';
import { authorizeDownload } from '../download-file.ts';
import type { DownloadSignature } from '../download-signature.ts';
import { viewFileInVersion } from '../view-file-in-version.ts';
import { archiveEntries, storedForms, textEntry } from './archive-content.ts';
import { originalForms } from './original-forms.ts';
import { type ArchivePlan, planOf } from './plan-archive.ts';

/** Files of a bundle that cite the dataset; `x` stands for the name of the file. Source: files.md 22.3. */
const CITATIONS = [
  { suffix: 'citation-endnote.xml', format: 'EndNote' },
  { suffix: 'citation-ris.ris', format: 'RIS' },
  { suffix: 'citation-bib.bib', format: 'BibTeX' },
] as const;

/**
 * What an archive of a tabular file with all that belongs to it holds: the table, what was uploaded, and citations.
 * @throws DomainError FILE_FORM_UNAVAILABLE for a file that is not tabular; otherwise as `authorizeDownload`.
 */
export const bundleFile = composed({
  name: 'bundleFile',
  of: [authorizeDownload, viewFileInVersion],
  run: async (
    context: CommandContext,
    key: FileKey,
    { counted, signature }: { readonly counted: boolean; readonly signature?: DownloadSignature | undefined },
  ): Promise<ArchivePlan> => {
    const { file } = await authorizeDownload(context, { file: key, signature, counted: false });
    const rows = await listArchiveFiles(context.db, [file.id], context.actor.identities);
    const [original] = await originalForms(context, rows);
    const [text] = await storedForms(context, rows);
    if (text === undefined || original === undefined || original.isStoredForm) {
      throw new DomainError('FILE_FORM_UNAVAILABLE', 'datafile access error: only a tabular file has a bundle.');
    }
    const { dataset, version } = await viewFileInVersion(
      { ...context, visitor: undefined },
      { file: { id: file.id }, version: null, includeDeaccessioned: false },
    );
    const name = file.label.replace(/\.[^.]*$/, '');
    const table = { ...text, label: `${name}.tab`, directoryLabel: null };
    const packed = await archiveEntries(context, [table, { ...original, directoryLabel: null }], []);
    const citations = CITATIONS.map(({ suffix, format }) =>
      textEntry(`${name}${suffix}`, citeVersion(context, dataset, version, format), version.updatedAt),
    );
    // A bundle has no manifest.
    const entries = [...packed.slice(0, -1), ...citations];
    if (counted) recordDownload(context, { ...file, released: file.releasedOrdinal !== null });
    return planOf(`${name}-bundle.zip`, entries);
  },
});

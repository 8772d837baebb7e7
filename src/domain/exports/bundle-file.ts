import { listArchiveFiles } from '../../db/queries/files/archive-files.ts';
import type { FileKey, FileWithAccess } from '../../db/queries/files/file-access.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { composed } from '../../kernel/composed.ts';
import { recordDownload } from '../../kernel/record-usage.ts';
import { type ArchivedBytes, archiveEntries, inMadeForm, storedForms, textEntry } from '../files/archive/archive-content.ts';
import { originalForms } from '../files/archive/original-forms.ts';
import { type ArchivePlan, planOf } from '../files/archive/plan-archive.ts';
import { authorizeDownload } from '../files/download-file.ts';
import type { DownloadSignature } from '../files/download-signature.ts';
import { headerLines } from '../files/table-forms/header-lines.ts';
import { keepDescription } from '../files/table-forms/keep-description.ts';
import { requireTableForm } from '../files/table-forms/table-form.ts';
import { citationOf } from '../versions/citation/cite-version.ts';
import { describeVariables, loadDescribed } from './describe-variables.ts';

/** Files of a bundle that cite its file; `x` stands for the name of the file. Source: files.md 22.3. */
const CITATIONS = [
  { suffix: 'citation-endnote.xml', format: 'EndNote' },
  { suffix: 'citation-ris.ris', format: 'RIS' },
  { suffix: 'citation-bib.bib', format: 'BibTeX' },
] as const;

/** What a bundle is asked for with. */
export interface BundleRequest {
  readonly counted: boolean;
  /** Stands in for a token. */
  readonly signature?: DownloadSignature | undefined;
  /** A record of the file in versions: as in `DescriptionRequest`. */
  readonly recordId?: number | undefined;
}

/** The document that describes the variables of a file, part by part. */
async function* description(context: CommandContext, fileId: number, recordId: number | undefined): AsyncGenerator<string> {
  for (let after: number | null = -1; after !== null;) {
    const part: Awaited<ReturnType<typeof describeVariables>> = await describeVariables(context, {
      file: { id: fileId },
      recordId,
      chosen: { included: [], excluded: [] },
      after,
    });
    yield part.text;
    after = part.last;
  }
}

/** What is made of a table that was ingested here: the form of R where it can be made, and the description of its variables. */
async function madeForms(
  context: CommandContext,
  file: FileWithAccess,
  text: ArchivedBytes,
  recordId: number | undefined,
): Promise<ArchivedBytes[]> {
  const ofR = await requireTableForm(context, file, 'RData');
  const described = await keepDescription(context, file, description(context, file.id, recordId));
  return [...(ofR === undefined ? [] : [ofR]), described].map((form) => inMadeForm(text, form));
}

/**
 * What an archive of a tabular file with all that belongs to it holds: the table, what was uploaded, its form for R, the description of its
 * variables, and citations of the file. A table that another installation has ingested is without the form and the description.
 * @throws DomainError FILE_FORM_UNAVAILABLE for a file that is not tabular; FILE_FORM_PENDING; otherwise as `authorizeDownload`.
 */
export const bundleFile = composed({
  name: 'bundleFile',
  of: [authorizeDownload, describeVariables],
  run: async (context: CommandContext, key: FileKey, { counted, signature, recordId }: BundleRequest): Promise<ArchivePlan> => {
    const { file } = await authorizeDownload(context, { file: key, signature, counted: false });
    const rows = await listArchiveFiles(context.db, [file.id], context.actor.identities);
    const [original] = await originalForms(context, rows);
    const [text] = await storedForms(context, rows);
    if (text === undefined || original === undefined || original.isStoredForm) {
      throw new DomainError('FILE_FORM_UNAVAILABLE', 'datafile access error: only a tabular file has a bundle.');
    }
    const { work, version, file: shown } = await loadDescribed(context, file, recordId);
    const cited = { ...work, file: shown, unf: shown.dataFile.unf };
    const named = { ...file, label: shown.label };
    const made = (await headerLines(context, rows)).has(file.id) ? await madeForms(context, named, text, recordId) : [];
    const name = shown.label.replace(/\.[^.]*$/, '');
    const contents = [{ ...text, label: `${name}.tab` }, original, ...made];
    const packed = await archiveEntries(
      context,
      contents.map((one) => ({ ...one, directoryLabel: null })),
      [],
    );
    const citations = CITATIONS.map(({ suffix, format }) => textEntry(`${name}${suffix}`, citationOf(cited, format), version.updatedAt));
    // A bundle has no manifest.
    const entries = [...packed.slice(0, -1), ...citations];
    if (counted) recordDownload(context, { ...file, released: file.releasedOrdinal !== null });
    return planOf(`${name}-bundle.zip`, entries);
  },
});

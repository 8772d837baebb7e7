/** What the page of the files of a draft answers, and its form. */
import { DomainError } from '../../../errors/domain-error.ts';
import { PageAddFileDocument, PageOfDepositFilesDocument, PageOfUploadLimitsDocument } from '../../../generated/page-operations.ts';
import { discardBody } from '../../../rest-compat/discard-body.ts';
import { readForm } from '../../../rest-compat/read-form.ts';
import { StagedUpload } from '../../../storage/staged-upload.ts';
import { CHECKSUM_NAMES } from './checksum-names.ts';
import { pageNumber } from '../../page-number.ts';
import { type DepositAnswerer, type DepositCall, mendableError } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { factsIn, labelsOfFile, newFileInput, NO_FACTS } from './file-fields.ts';
import { formFaults } from '../form-faults.ts';
import { FILES_ON_A_PAGE, type FilesShown, filesPage } from './files-page.ts';
import { PageRefusal } from '../../page-refusal.ts';

/** Longest text of a field beside the file. */
const LONGEST_TEXT_BYTES = 64 * 1024;

async function limitsOf({ run }: DepositCall, persistentId: string): Promise<number | null> {
  try {
    return (await run(PageOfUploadLimitsDocument, { dataset: { persistentId } })).dataset?.uploadLimits.maximumFileBytes ?? null;
  } catch (error) {
    // Why none can be added now is told when one is.
    mendableError(error);
    return null;
  }
}

async function shownFiles(call: DepositCall, persistentId: string, page: number): Promise<FilesShown> {
  const { dataset } = await call.run(PageOfDepositFilesDocument, {
    dataset: { persistentId },
    offset: (page - 1) * FILES_ON_A_PAGE,
    limit: FILES_ON_A_PAGE,
  });
  if (dataset === null) throw new DomainError('DATASET_NOT_FOUND', 'There is no such dataset.');
  if (!dataset.viewerPermissions.includes('EditDataset')) throw new DomainError('PERMISSION_DENIED', 'Only its editors change a dataset.');
  return { dataset, page, maximumFileBytes: await limitsOf(call, persistentId) };
}

const DONE = ['added', 'replaced', 'changed'] as const;

function doneText({ query, messages: { files } }: DepositCall): string | undefined {
  const { done, name = '' } = query;
  if (done === 'removed') return files.removed;
  const known = DONE.find((word) => word === done);
  return known === undefined ? undefined : files[known](name);
}

/** Lists the files, with the form. */
export const depositFiles: DepositAnswerer = async (call) => {
  const { persistentId = '', page } = call.query;
  return { page: filesPage({ ...(await shownFiles(call, persistentId, pageNumber(page))), done: doneText(call) }, call.messages) };
};

/** Takes a form with one file. */
export const addFile: DepositAnswerer = async (call) => {
  const { request, storage, run, query, messages } = call;
  const { persistentId = '' } = query;
  let facts = NO_FACTS;
  try {
    const { dataset } = await run(PageOfUploadLimitsDocument, { dataset: { persistentId } });
    if (dataset === null) throw new DomainError('DATASET_NOT_FOUND', 'There is no such dataset.');
    const { maximumFileBytes, checksumAlgorithm } = dataset.uploadLimits;
    const { fields, file } = await readForm(request, {
      storage,
      maximumBytes: maximumFileBytes,
      checksumAlgorithm: CHECKSUM_NAMES[checksumAlgorithm],
      maximumTextBytes: LONGEST_TEXT_BYTES,
    });
    const read = factsIn((name) => fields[name]);
    facts = { ...NO_FACTS, ...newFacts(read) };
    if (file === null) {
      throw new PageRefusal('BAD_USER_INPUT', messages.files.noFile, 'file');
    }
    try {
      const { files, warning } = (
        await run(PageAddFileDocument, { input: { dataset: { persistentId }, file: new StagedUpload(file), ...newFileInput(read) } })
      ).addFile;
      const name = [
        files
          .map(({ label }) => label)
          .slice(0, 3)
          .join(', '),
        warning ?? '',
      ]
        .filter((text) => text !== '')
        .join('. ');
      return { location: `${depositPaths.files(persistentId, 'added')}&name=${encodeURIComponent(name)}` };
    } finally {
      // Does nothing for bytes that the operation has kept.
      await storage.discard(file);
    }
  } catch (error) {
    discardBody(request);
    const mended = mendableError(error);
    const shown = await shownFiles(call, persistentId, 1);
    return { page: filesPage({ ...shown, ...formFaults(mended, labelsOfFile(messages)), facts, status: mended.status }, messages) };
  }
};

/** What a form for new files shows again: they have no name of their own there. */
function newFacts({ directoryLabel, description, categories, restrict }: ReturnType<typeof factsIn>) {
  return { directoryLabel, description, categories, restrict };
}

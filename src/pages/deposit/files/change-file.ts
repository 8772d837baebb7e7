/** What the page of one file of a draft answers: what is said of it, another file in its place, and taking it out. */
import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  type PageDepositFileFragment,
  PageEditFileDocument,
  PageOfDepositFileDocument,
  type PageOfDepositFileQuery,
  PageOfReplacementLimitsDocument,
  PageRemoveFileDocument,
  PageReplaceFileDocument,
} from '../../../generated/page-operations.ts';
import { discardBody } from '../../../rest-compat/discard-body.ts';
import { readForm } from '../../../rest-compat/read-form.ts';
import { StagedUpload } from '../../../storage/staged-upload.ts';
import { fileSize } from '../../file-size.ts';
import { factList, section } from '../../frame.ts';
import { datasetTop } from '../dataset-top.ts';
import {
  type DepositAnswer,
  type DepositAnswerer,
  type DepositCall,
  type MendableError,
  mendableError,
  OF_DEPOSITING,
} from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { errorSummary } from '../error-summary.ts';
import { valueOf } from '../form-values.ts';
import { postButton } from '../post-button.ts';
import { CHECKSUM_NAMES } from './checksum-names.ts';
import { factsIn, type FileFacts, fileFields, labelsOfFile, newFileInput, tagsIn } from './file-fields.ts';
import { formFaults } from '../form-faults.ts';
import { PageRefusal } from '../../page-refusal.ts';

type Dataset = NonNullable<PageOfDepositFileQuery['dataset']>;

interface Named {
  readonly persistentId: string;
  readonly databaseId: number;
}

function named(persistentId: string | undefined, file: string | undefined): Named {
  return { persistentId: persistentId ?? '', databaseId: /^\d{1,9}$/.test(file ?? '') ? Number(file) : 0 };
}

async function fileOf(
  { run }: DepositCall,
  { persistentId, databaseId }: Named,
): Promise<{ dataset: Dataset; file: PageDepositFileFragment }> {
  const { dataset, file } = await run(PageOfDepositFileDocument, { dataset: { persistentId }, file: { databaseId } });
  const inVersion = file?.inVersion;
  if (dataset === null || !inVersion) throw new DomainError('FILE_NOT_FOUND', 'The dataset has no such file.');
  if (!dataset.viewerPermissions.includes('EditDataset')) throw new DomainError('PERMISSION_DENIED', 'Only its editors change a dataset.');
  return { dataset, file: inVersion };
}

function factsOf({ label, directoryLabel, description, categories, restricted }: PageDepositFileFragment): FileFacts {
  return {
    label,
    directoryLabel: directoryLabel ?? '',
    description: description ?? '',
    categories: categories.join(', '),
    restrict: restricted,
  };
}

interface Told {
  readonly error?: MendableError;
  readonly facts?: FileFacts;
}

async function filePage(call: DepositCall, name: Named, { error, facts }: Told = {}): Promise<DepositAnswer> {
  const { messages } = call;
  const { files } = messages;
  const { dataset, file } = await fileOf(call, name);
  const { items, faults } =
    error === undefined ? { items: [], faults: new Map<string, ComponentChildren>() } : formFaults(error, labelsOfFile(messages));
  const { persistentId } = dataset;
  const hidden = { persistentId, file: String(name.databaseId) };
  return {
    page: {
      ...OF_DEPOSITING,
      ...(error === undefined ? {} : { status: error.status }),
      title: files.editTitle,
      main: [
        datasetTop(messages, persistentId, dataset.latestVersion?.title ?? '', file.label),
        errorSummary(items, messages),
        factList([
          [files.columns.type, messages.shipped.fileType(file.dataFile.friendlyType)],
          [files.columns.size, fileSize(file.dataFile.sizeBytes)],
          [files.checksum, h('span', { class: 'checksum' }, `${file.dataFile.checksum.type} ${file.dataFile.checksum.value}`)],
        ]),
        postButton('/deposit/file', hidden, files.save, fileFields(facts ?? factsOf(file), messages, faults)),
        section(
          'replace',
          files.replaceHeading,
          h(
            'form',
            {
              method: 'post',
              enctype: 'multipart/form-data',
              action: `/deposit/file/replace?${new URLSearchParams(hidden).toString()}`,
            },
            h('p', null, files.replaceNote),
            h(
              'div',
              { class: `control${faults.has('file') ? ' wrong' : ''}` },
              h('label', { for: 'file' }, files.file),
              h('input', { type: 'file', id: 'file', name: 'file', required: true }),
            ),
            h(
              'p',
              { class: 'choice' },
              h('input', { type: 'checkbox', id: 'force', name: 'force' }),
              ' ',
              h('label', { for: 'force' }, files.replaceForce),
            ),
            h('p', null, h('button', { type: 'submit', class: 'button' }, files.replace)),
          ),
        ),
        section('remove', files.removeHeading, postButton('/deposit/file/remove', hidden, files.remove, h('p', null, files.removeNote))),
        h('p', null, h('a', { href: depositPaths.files(persistentId) }, files.back)),
      ],
    },
  };
}

function doneAt(persistentId: string, done: string, name: string): DepositAnswer {
  return { location: `${depositPaths.files(persistentId, done)}&name=${encodeURIComponent(name)}` };
}

export const shownFile: DepositAnswerer = (call) => filePage(call, named(call.query['persistentId'], call.query['file']));

export const editFile: DepositAnswerer = async (call) => {
  const { form, run } = call;
  const name = named(valueOf(form, 'persistentId'), valueOf(form, 'file'));
  const facts = factsIn((field) => form.get(field)?.[0]);
  try {
    const { label, directoryLabel, description, categories, restrict } = facts;
    const input = {
      file: { databaseId: name.databaseId },
      label: label ?? '',
      directoryLabel,
      description,
      categories: tagsIn(categories),
      restrict,
    };
    const { file } = (await run(PageEditFileDocument, { input })).updateFileMetadata;
    return doneAt(name.persistentId, 'changed', file.label);
  } catch (error) {
    return filePage(call, name, { error: mendableError(error), facts });
  }
};

export const removeFile: DepositAnswerer = async (call) => {
  const { form, run } = call;
  const name = named(valueOf(form, 'persistentId'), valueOf(form, 'file'));
  try {
    await run(PageRemoveFileDocument, { input: { file: { databaseId: name.databaseId } } });
    return { location: depositPaths.files(name.persistentId, 'removed') };
  } catch (error) {
    return filePage(call, name, { error: mendableError(error) });
  }
};

/** Takes a form with the new file. What was said of the old one is said of it again. */
export const replaceFile: DepositAnswerer = async (call) => {
  const { request, storage, run, query, messages } = call;
  const name = named(query['persistentId'], query['file']);
  const reference = { databaseId: name.databaseId };
  try {
    const { file: replaced } = await run(PageOfReplacementLimitsDocument, { file: reference });
    if (replaced === null) throw new DomainError('FILE_NOT_FOUND', 'The dataset has no such file.');
    const { maximumFileBytes, checksumAlgorithm } = replaced.replacementLimits;
    const { fields, file: staged } = await readForm(request, {
      storage,
      maximumBytes: maximumFileBytes,
      checksumAlgorithm: CHECKSUM_NAMES[checksumAlgorithm],
      maximumTextBytes: 1024,
    });
    if (staged === null) {
      throw new PageRefusal('BAD_USER_INPUT', messages.files.noFile, 'file');
    }
    try {
      const { file: old } = await fileOf(call, name);
      const said = newFileInput(factsOf(old));
      const input = { file: reference, upload: new StagedUpload(staged), forceReplace: fields['force'] !== undefined, ...said };
      const { file } = (await run(PageReplaceFileDocument, { input })).replaceFile;
      return doneAt(name.persistentId, 'replaced', file.label);
    } finally {
      await storage.discard(staged);
    }
  } catch (error) {
    discardBody(request);
    return filePage(call, name, { error: mendableError(error) });
  }
};

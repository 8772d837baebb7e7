/** What the page answers on which the metadata of a draft are changed. */
import { h } from 'preact';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  PageOfDatasetTypeDocument,
  PageOfMetadataDocument,
  type PageOfMetadataQuery,
  PageUpdateMetadataDocument,
} from '../../../generated/page-operations.ts';
import type { Page } from '../../page.ts';
import { type DepositAnswerer, type DepositCall, mendableError, OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { datasetTop } from '../dataset-top.ts';
import { valueOf } from '../form-values.ts';
import { type FormProblem, problemsAt } from '../metadata-form/form-problems.ts';
import { FormState } from '../metadata-form/form-state.ts';
import { metadataForm, problemSummary } from '../metadata-form/metadata-form.ts';
import { nativeBlocksOf, stateOf } from '../metadata-form/native-metadata.ts';

type Dataset = NonNullable<PageOfMetadataQuery['dataset']>;
type Version = NonNullable<Dataset['latestVersion']>;

interface Edited {
  readonly dataset: Dataset;
  readonly version: Version;
}

interface Shown {
  readonly state: FormState;
  readonly problems?: readonly FormProblem[];
  readonly status?: number;
  /** Entity tag of the version that the form was made from. */
  readonly etag: string;
  /** Whether that version is no longer the newest. */
  readonly conflict?: boolean;
}

async function editedDataset({ run }: DepositCall, persistentId: string): Promise<Edited> {
  const reference = { persistentId };
  // The kind of dataset brings fields of its own.
  const datasetType = (await run(PageOfDatasetTypeDocument, { dataset: reference })).dataset?.datasetType ?? null;
  const { dataset } = await run(PageOfMetadataDocument, { dataset: reference, datasetType, onCreate: false });
  if (dataset === null || dataset.latestVersion === null) throw new DomainError('DATASET_NOT_FOUND', 'There is no such dataset.');
  if (!dataset.viewerPermissions.includes('EditDataset')) throw new DomainError('PERMISSION_DENIED', 'Only its editors change a dataset.');
  return { dataset, version: dataset.latestVersion };
}

function metadataPage({ messages }: DepositCall, { dataset, version }: Edited, shown: Shown): Page {
  const { state, problems = [], status, etag, conflict = false } = shown;
  const { metadata } = messages;
  const view = { messages, state, problems, instructions: new Map<string, string>() };
  const notice = conflict
    ? h(
        'div',
        { class: 'notice grave', role: 'alert' },
        h('h2', null, metadata.conflictTitle),
        h('p', null, metadata.conflict(version.updatedAt)),
        h('p', null, h('a', { href: depositPaths.metadata(dataset.persistentId), target: '_blank' }, metadata.conflictOpen)),
      )
    : null;
  return {
    ...OF_DEPOSITING,
    ...(status === undefined ? {} : { status }),
    title: metadata.editTitle,
    main: [
      datasetTop(messages, dataset.persistentId, version.title, metadata.editTitle),
      h('p', null, version.state === 'DRAFT' ? metadata.editNote : metadata.newDraftNote),
      notice,
      problemSummary(view),
      metadataForm({
        ...view,
        action: '/deposit/metadata',
        blocks: dataset.owner.metadataBlocks,
        hidden: { persistentId: dataset.persistentId, etag: conflict ? version.etag : etag },
        submit: conflict ? metadata.conflictOverwrite : metadata.save,
      }),
      h('p', null, h('a', { href: depositPaths.dataset(dataset.persistentId) }, messages.form.cancel)),
    ],
  };
}

/** Shows the form with what is stored. */
export const shownMetadata: DepositAnswerer = async (call) => {
  const edited = await editedDataset(call, call.query['persistentId'] ?? '');
  const { dataset, version } = edited;
  const state = stateOf(dataset.owner.metadataBlocks, version.metadataBlocks);
  return { page: metadataPage(call, edited, { state, etag: version.etag }) };
};

/** Takes the form: a button of it, or the whole. */
export const savedMetadata: DepositAnswerer = async (call) => {
  const { form, run } = call;
  const edited = await editedDataset(call, valueOf(form, 'persistentId'));
  const { dataset, version } = edited;
  const etag = valueOf(form, 'etag');
  const typed = new FormState(form);
  const [add, remove] = [valueOf(form, 'add'), valueOf(form, 'remove')];
  if (add !== '') return { page: metadataPage(call, edited, { state: typed.adding(add), etag }) };
  if (remove !== '') return { page: metadataPage(call, edited, { state: typed.removing(remove), etag }) };
  const blocks = dataset.owner.metadataBlocks;
  // What the form does not show is taken of the version that it was made from, or nothing is saved.
  const datasetVersion = { metadataBlocks: nativeBlocksOf(blocks, typed, version.metadataBlocks) };
  try {
    await run(PageUpdateMetadataDocument, {
      input: { dataset: { persistentId: dataset.persistentId }, version: { native: datasetVersion }, ifMatch: [etag] },
    });
    return { location: depositPaths.dataset(dataset.persistentId, 'saved') };
  } catch (error) {
    const { code, status, problems, told } = mendableError(error);
    if (code === 'PRECONDITION_FAILED') {
      const { version: newest } = await editedDataset(call, dataset.persistentId);
      return { page: metadataPage(call, { dataset, version: newest }, { state: typed, etag, conflict: true, status: 409 }) };
    }
    const sent = stateOf(
      blocks,
      Object.entries(datasetVersion.metadataBlocks).map(([name, { fields }]) => ({ name, nativeFields: fields })),
    );
    const all = problems.length === 0 ? [{ pointer: '', told }] : problems;
    return {
      page: metadataPage(call, edited, {
        state: sent,
        problems: problemsAt(all, blocks, sent, datasetVersion, call.messages),
        status,
        etag,
      }),
    };
  }
};

/** What the page answers on which a dataset is begun: it shows the form, changes it, and makes the draft. */
import { PageCreateDatasetDocument, PageOfNewDatasetDocument } from '../../../generated/page-operations.ts';
import { DEFAULT_DATASET_TYPE } from '../../../vocabulary/datasets.ts';
import { type DepositAnswer, type DepositAnswerer, type DepositCall, mendableError } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { valueOf } from '../form-values.ts';
import { problemsAt } from '../metadata-form/form-problems.ts';
import { FormState } from '../metadata-form/form-state.ts';
import { nativeBlocksOf, stateOf } from '../metadata-form/native-metadata.ts';
import { type Creation, creationPage } from './creation-page.ts';
import { PageRefusal } from '../../page-refusal.ts';

type Basis = Pick<Creation, 'collection' | 'types' | 'type' | 'template' | 'showsAll' | 'messages'>;

/** Longer ones are no names of types. */
const LONGEST_TYPE = 200;

/** @throws DomainError COLLECTION_NOT_FOUND | PERMISSION_DENIED */
async function basisOf(
  { run, messages }: DepositCall,
  { alias, showsAll, type }: { readonly alias: string; readonly showsAll: boolean; readonly type: string },
): Promise<Omit<Basis, 'template'>> {
  const datasetType = type === '' || type.length > LONGEST_TYPE ? DEFAULT_DATASET_TYPE : type;
  const { collection, datasetTypes } = await run(PageOfNewDatasetDocument, { collection: { alias }, onCreate: !showsAll, datasetType });
  if (collection === null) throw new PageRefusal('COLLECTION_NOT_FOUND', messages.metadata.noCollection);
  const types = datasetTypes.map(({ name }) => name);
  return { collection, types, type: types.includes(datasetType) ? datasetType : DEFAULT_DATASET_TYPE, showsAll, messages };
}

function stateOfTemplate({ collection, template }: Basis): FormState {
  const chosen = collection.templates.nodes.find(({ databaseId }) => String(databaseId) === template);
  return stateOf(collection.metadataBlocks, chosen?.metadataBlocks ?? []);
}

/** Shows the form, with what the template of the collection fills in. */
export const newDataset: DepositAnswerer = async (call) => {
  const { collection: alias = '', all, template: asked, type = '' } = call.query;
  if (alias === '') return { location: depositPaths.start };
  const basis = await basisOf(call, { alias, showsAll: all === 'yes', type });
  const ordinary = basis.collection.templates.nodes.find(({ isDefault }) => isDefault)?.databaseId;
  const template = asked ?? (ordinary === undefined ? '' : String(ordinary));
  const made = { ...basis, template };
  return { page: creationPage({ ...made, state: stateOfTemplate(made), problems: [] }) };
};

/** The form after one of its buttons, with all that was typed; undefined when it is to be sent. */
function changed(form: DepositCall['form'], basis: Basis): FormState | undefined {
  const state = new FormState(form);
  const [add, remove] = [valueOf(form, 'add'), valueOf(form, 'remove')];
  if (add !== '') return state.adding(add);
  if (remove !== '') return state.removing(remove);
  if (form.has('useTemplate')) return state.filledFrom(stateOfTemplate(basis));
  return form.has('showAll') || form.has('useType') ? state : undefined;
}

/** Takes the form: a button of it, or the whole. */
export const createDataset: DepositAnswerer = async (call): Promise<DepositAnswer> => {
  const { form, run } = call;
  const showsAll = form.has('all') || form.has('showAll');
  const asked = { alias: valueOf(form, 'collection'), showsAll, type: valueOf(form, 'datasetType') };
  const basis = { ...(await basisOf(call, asked)), template: valueOf(form, 'template') };
  const state = changed(form, basis);
  if (state !== undefined) return { page: creationPage({ ...basis, state, problems: [] }) };
  const { collection, template } = basis;
  const blocks = collection.metadataBlocks;
  const datasetVersion = { metadataBlocks: nativeBlocksOf(blocks, new FormState(form)) };
  try {
    const { dataset } = (
      await run(PageCreateDatasetDocument, {
        input: {
          collection: { alias: collection.alias },
          version: { native: datasetVersion },
          ...(asked.type === '' ? {} : { datasetType: asked.type }),
          ...(template === '' ? {} : { templateDatabaseId: Number(template) }),
        },
      })
    ).createDataset;
    return { location: depositPaths.dataset(dataset.persistentId, 'created') };
  } catch (error) {
    const { status, problems, told } = mendableError(error);
    // Without the blanks, as it was sent: that is how problems count repetitions.
    const sent = stateOf(
      blocks,
      Object.entries(datasetVersion.metadataBlocks).map(([name, { fields }]) => ({ name, nativeFields: fields })),
    );
    const all = problems.length === 0 ? [{ pointer: '', told }] : problems;
    return {
      page: creationPage({ ...basis, state: sent, problems: problemsAt(all, blocks, sent, datasetVersion, call.messages), status }),
    };
  }
};

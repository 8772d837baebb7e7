/** What the page answers on which a collection chooses its metadata blocks, and the fields that it requires. */
import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  PageOfFieldRulesDocument,
  type PageOfFieldRulesQuery,
  type PageRuledFieldFragment,
  PageUpdateCollectionDocument,
} from '../../../generated/page-operations.ts';
import type { Messages } from '../../messages/messages.ts';
import { breadcrumb } from '../../frame.ts';
import { type DepositAnswer, type DepositAnswerer, type DepositCall, mendableError, OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { errorSummary } from '../error-summary.ts';
import { valueOf } from '../form-values.ts';
import { postButton } from '../post-button.ts';
import { type Told, toldOnPage } from '../../told.ts';
import { PageRefusal } from '../../page-refusal.ts';

type Collection = NonNullable<PageOfFieldRulesQuery['collection']>;
type Block = Collection['metadataBlocks'][number];

async function load(
  { run, messages }: DepositCall,
  alias: string,
): Promise<{ readonly all: PageOfFieldRulesQuery['metadataBlocks']; readonly collection: Collection }> {
  const { metadataBlocks: all, collection } = await run(PageOfFieldRulesDocument, { collection: { alias } });
  if (collection === null) throw new PageRefusal('COLLECTION_NOT_FOUND', messages.metadata.noCollection);
  if (!collection.viewerPermissions.includes('EditCollection')) {
    throw new DomainError('PERMISSION_DENIED', 'Those who edit a collection choose its fields.');
  }
  return { all, collection };
}

interface RuledField {
  readonly field: PageRuledFieldFragment;
  /** Its title, after that of its compound. */
  readonly title: string;
}

/** Fields that can hold a value of their own: children in place of their compound. */
function ruledFields({ fields }: Block, { shipped }: Messages): readonly RuledField[] {
  return fields.flatMap((field): readonly RuledField[] => {
    const title = shipped.field(field.name, field.title);
    if (field.children.length === 0) return [{ field, title }];
    return field.children.map((child) => ({ field: child, title: `${title}: ${shipped.field(child.name, child.title)}` }));
  });
}

function tick(name: string, value: string, label: string, checked: boolean, type: 'checkbox' | 'radio' = 'checkbox'): ComponentChildren {
  const id = `${name}-${value}`;
  return h('li', null, h('input', { type, id, name, value, checked }), ' ', h('label', { for: id, dir: 'auto' }, label));
}

async function rulesPage(
  call: DepositCall,
  alias: string,
  told: { readonly problem?: Told; readonly status?: number } = {},
): Promise<DepositAnswer> {
  const { messages } = call;
  const { collection: words } = messages;
  const { all, collection } = await load(call, alias);
  const chosen = new Set(collection.metadataBlocks.map(({ name }) => name));
  return {
    page: {
      ...OF_DEPOSITING,
      ...(told.status === undefined ? {} : { status: told.status }),
      title: words.fields,
      main: [
        breadcrumb([{ href: depositPaths.collection(collection.alias), name: collection.name }]),
        h('div', { class: 'heading' }, h('h1', null, words.fields)),
        errorSummary(told.problem === undefined ? [] : [{ controlId: null, text: toldOnPage(told.problem) }], messages),
        postButton('/deposit/collection/fields', { of: collection.alias }, words.fieldsSave, [
          h(
            'fieldset',
            { class: 'control' },
            h('legend', null, words.blocksHeading),
            h(
              'ul',
              { class: 'ticks long' },
              tick('whose', 'inherited', words.inherit, !collection.isMetadataBlockRoot, 'radio'),
              tick('whose', 'own', words.ownBlocks, collection.isMetadataBlockRoot, 'radio'),
            ),
            h(
              'ul',
              { class: 'ticks' },
              all.nodes.map(({ name, displayName }) => tick('block', name, messages.shipped.block(name, displayName), chosen.has(name))),
            ),
          ),
          h('h2', null, words.requiredHeading),
          h('p', null, words.requiredText),
          collection.metadataBlocks.map((block, at) =>
            h(
              'details',
              { class: 'block', open: at === 0 },
              h('summary', null, h('h3', { dir: 'auto' }, messages.shipped.block(block.name, block.displayName))),
              h(
                'fieldset',
                { class: 'control' },
                h('legend', { class: 'unseen' }, `${words.requiredHeading}: ${messages.shipped.block(block.name, block.displayName)}`),
                h(
                  'ul',
                  { class: 'ticks' },
                  ruledFields(block, messages).map(({ field, title }) => tick('required', field.name, title, field.isRequired)),
                ),
              ),
            ),
          ),
        ]),
      ],
    },
  };
}

export const shownFieldRules: DepositAnswerer = (call) => rulesPage(call, call.query['alias'] ?? '');

export const saveFieldRules: DepositAnswerer = async (call) => {
  const { form, run } = call;
  const alias = valueOf(form, 'of');
  const required = new Set(form.get('required') ?? []);
  const { collection } = await load(call, alias);
  const changed = collection.metadataBlocks
    .flatMap((block) => ruledFields(block, call.messages))
    .filter(({ field }) => field.isRequired !== required.has(field.name))
    .map(({ field }) => ({ fieldName: field.name, required: required.has(field.name), include: true }));
  // Rules of its own need blocks of its own.
  const isOwn = valueOf(form, 'whose') === 'own' || changed.length > 0;
  const blocks = isOwn
    ? { metadataBlockNames: form.get('block') ?? [] }
    : collection.isMetadataBlockRoot
      ? { inheritMetadataBlocks: true }
      : {};
  try {
    const input = { collection: { alias }, ...blocks, ...(changed.length === 0 ? {} : { inputLevels: changed }) };
    await run(PageUpdateCollectionDocument, { input });
    return { location: depositPaths.collection(alias, 'saved') };
  } catch (error) {
    const { told, status } = mendableError(error);
    return rulesPage(call, alias, { problem: told, status });
  }
};

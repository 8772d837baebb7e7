/** Where a dataset is begun. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfNewDatasetQuery } from '../../../generated/page-operations.ts';
import { collectionPath } from '../../addresses.ts';
import { breadcrumb } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Page } from '../../page.ts';
import { isPlainType } from '../../plain-type.ts';
import { OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import type { FormProblem } from '../metadata-form/form-problems.ts';
import type { FormState } from '../metadata-form/form-state.ts';
import { metadataForm, problemSummary } from '../metadata-form/metadata-form.ts';

/** What the form is made from. */
export interface Creation {
  readonly collection: NonNullable<PageOfNewDatasetQuery['collection']>;
  /** Names of all kinds of datasets, and of that of the new one. */
  readonly types: readonly string[];
  readonly type: string;
  /** Numeric id of the template as text; empty for none. */
  readonly template: string;
  /** Whether fields are shown that can be filled in later. */
  readonly showsAll: boolean;
  readonly state: FormState;
  readonly problems: readonly FormProblem[];
  readonly status?: number;
  readonly messages: Messages;
}

function templateChoice({ collection, template, messages: { metadata } }: Creation): ComponentChildren {
  const templates = collection.templates.nodes;
  if (templates.length === 0) return null;
  return h(
    'div',
    { class: 'control inline' },
    h('label', { for: 'template' }, metadata.template),
    h('p', { class: 'hint', id: 'template-hint' }, metadata.templateNote),
    h(
      'p',
      null,
      h(
        'select',
        { id: 'template', name: 'template', 'aria-describedby': 'template-hint' },
        h('option', { value: '' }, metadata.noTemplate),
        templates.map(({ databaseId, name }) =>
          h('option', { value: String(databaseId), selected: String(databaseId) === template, dir: 'auto' }, name),
        ),
      ),
      ' ',
      h('button', { type: 'submit', name: 'useTemplate', value: 'yes', class: 'button', formNoValidate: true }, metadata.useTemplate),
    ),
  );
}

/** The choice of the kind, where there is one: a kind may bring fields of its own. */
function typeChoice({ types, type, messages: { metadata } }: Creation): ComponentChildren {
  if (types.length < 2) return null;
  return h(
    'div',
    { class: 'control inline' },
    h('label', { for: 'datasetType' }, metadata.type),
    h('p', { class: 'hint', id: 'datasetType-hint' }, metadata.typeNote),
    h(
      'p',
      null,
      h(
        'select',
        { id: 'datasetType', name: 'datasetType', 'aria-describedby': 'datasetType-hint' },
        types.map((name) =>
          h('option', { value: name, selected: name === type, dir: 'auto' }, isPlainType(name) ? metadata.plainType : name),
        ),
      ),
      ' ',
      h('button', { type: 'submit', name: 'useType', value: 'yes', class: 'button', formNoValidate: true }, metadata.useType),
    ),
  );
}

function more({ showsAll, messages: { metadata } }: Creation): ComponentChildren {
  if (showsAll) return null;
  return h(
    'p',
    { class: 'more' },
    metadata.fewFields,
    ' ',
    h('button', { type: 'submit', name: 'showAll', value: 'yes', class: 'button', formNoValidate: true }, metadata.allFields),
  );
}

export function creationPage(creation: Creation): Page {
  const { collection, template, showsAll, state, problems, status, messages } = creation;
  const { metadata } = messages;
  const instructions = collection.templates.nodes.find(({ databaseId }) => String(databaseId) === template)?.instructions ?? [];
  const view = {
    messages,
    state,
    problems,
    instructions: new Map(instructions.map(({ instructionField, instructionText }) => [instructionField, instructionText])),
  };
  return {
    ...OF_DEPOSITING,
    ...(status === undefined ? {} : { status }),
    title: metadata.newTitle,
    main: [
      breadcrumb([{ href: collectionPath(collection.alias), name: collection.name }]),
      h(
        'div',
        { class: 'heading' },
        h('h1', null, metadata.newTitle),
        h('p', { dir: 'auto' }, metadata.newIn(collection.name)),
        problemSummary(view),
      ),
      metadataForm({
        ...view,
        action: '/deposit/new',
        blocks: collection.metadataBlocks,
        hidden: { collection: collection.alias, ...(showsAll ? { all: 'yes' } : {}) },
        before: [typeChoice(creation), templateChoice(creation), more(creation)],
        submit: metadata.create,
      }),
      h('p', null, h('a', { href: depositPaths.start }, messages.form.cancel)),
    ],
  };
}

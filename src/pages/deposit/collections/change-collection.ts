/** What the pages answer on which a collection is created, changed and published. */
import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  type CollectionType,
  PageCreateCollectionDocument,
  PageOfKeptCollectionDocument,
  type PageKeptCollectionFragment,
  PagePublishCollectionDocument,
  PageUpdateCollectionDocument,
} from '../../../generated/page-operations.ts';
import { collectionPath } from '../../addresses.ts';
import { breadcrumb, linkList, section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
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
import { formFaults } from '../form-faults.ts';
import { valueOf } from '../form-values.ts';
import { postButton } from '../post-button.ts';
import { textField } from '../text-field.ts';
import { PageRefusal } from '../../page-refusal.ts';

interface Facts {
  readonly name: string;
  readonly alias: string;
  readonly affiliation: string;
  readonly description: string;
  readonly contacts: string;
  readonly collectionType: CollectionType;
}

interface Told {
  readonly facts?: Facts;
  readonly error?: MendableError;
  readonly done?: string | undefined;
}

const NEW: Facts = { name: '', alias: '', affiliation: '', description: '', contacts: '', collectionType: 'UNCATEGORIZED' };

async function keptCollection({ run, messages }: DepositCall, alias: string): Promise<PageKeptCollectionFragment> {
  const { collection } = await run(PageOfKeptCollectionDocument, { collection: { alias } });
  if (collection === null) throw new PageRefusal('COLLECTION_NOT_FOUND', messages.metadata.noCollection);
  return collection;
}

function factsOf({ name, alias, affiliation, description, contacts, collectionType }: PageKeptCollectionFragment): Facts {
  const addresses = contacts.map(({ contactEmail }) => contactEmail).join('\n');
  return { name, alias, affiliation: affiliation ?? '', description: description ?? '', contacts: addresses, collectionType };
}

function kindsOf({ collection }: Messages): readonly (readonly [CollectionType, string])[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the catalogue has each kind and nothing else
  return Object.entries(collection.kinds) as [CollectionType, string][];
}

function factsIn({ form, messages }: DepositCall): Facts {
  const text = (name: string): string => valueOf(form, name);
  const collectionType = kindsOf(messages).find(([kind]) => kind === text('collectionType'))?.[0] ?? 'UNCATEGORIZED';
  return {
    name: text('name'),
    alias: text('alias'),
    affiliation: text('affiliation'),
    description: text('description'),
    contacts: text('contacts'),
    collectionType,
  };
}

function inputOf({ name, alias, affiliation, description, contacts, collectionType }: Facts) {
  const addresses = contacts.split('\n').map((line) => line.trim());
  const filled = addresses.filter((address) => address !== '').map((contactEmail) => ({ contactEmail }));
  return { name, alias, affiliation, description, collectionType, contacts: filled };
}

function labelsOf({ collection: { name, alias, affiliation, description, contacts, kind } }: Messages): Readonly<Record<string, string>> {
  return { name, alias, affiliation, description, contacts, collectionType: kind };
}

function factsForm(
  action: string,
  hidden: Readonly<Record<string, string>>,
  submit: string,
  messages: Messages,
  facts: Facts,
  faults: ReadonlyMap<string, ComponentChildren>,
): ComponentChildren {
  const { collection: words, form } = messages;
  const marked = (label: string): string => `${label} (${form.required})`;
  return postButton(action, hidden, submit, [
    textField({ name: 'name', label: marked(words.name), value: facts.name, fault: faults.get('name'), required: true }),
    textField({
      name: 'alias',
      label: marked(words.alias),
      hint: words.aliasHint,
      value: facts.alias,
      fault: faults.get('alias'),
      required: true,
    }),
    textField({
      name: 'contacts',
      label: marked(words.contacts),
      hint: words.contactsHint,
      value: facts.contacts,
      fault: faults.get('contacts'),
      isLong: true,
      required: true,
    }),
    textField({ name: 'affiliation', label: words.affiliation, value: facts.affiliation, fault: faults.get('affiliation') }),
    textField({ name: 'description', label: words.description, value: facts.description, fault: faults.get('description'), isLong: true }),
    h(
      'div',
      { class: 'control' },
      h('label', { for: 'collectionType' }, words.kind),
      h(
        'select',
        { id: 'collectionType', name: 'collectionType' },
        kindsOf(messages).map(([kind, label]) => h('option', { value: kind, selected: kind === facts.collectionType }, label)),
      ),
    ),
  ]);
}

async function creationForm(call: DepositCall, alias: string, { facts = NEW, error }: Told = {}): Promise<DepositAnswer> {
  const { messages } = call;
  const { collection: words } = messages;
  const owner = await keptCollection(call, alias);
  const { items, faults } =
    error === undefined ? { items: [], faults: new Map<string, ComponentChildren>() } : formFaults(error, labelsOf(messages));
  return {
    page: {
      ...OF_DEPOSITING,
      ...(error === undefined ? {} : { status: error.status }),
      title: words.newTitle,
      main: [
        breadcrumb([{ href: collectionPath(owner.alias), name: owner.name }]),
        h(
          'div',
          { class: 'heading' },
          h('h1', null, words.newTitle),
          h('p', { dir: 'auto' }, words.newIn(owner.name)),
          errorSummary(items, messages),
        ),
        factsForm('/deposit/collection/new', { owner: owner.alias }, words.create, messages, facts, faults),
      ],
    },
  };
}

const DONE = ['saved', 'created', 'published'] as const;

async function collectionForm(call: DepositCall, alias: string, { facts, error, done }: Told = {}): Promise<DepositAnswer> {
  const { messages } = call;
  const { collection: words } = messages;
  const collection = await keptCollection(call, alias);
  const may = (permission: PageKeptCollectionFragment['viewerPermissions'][number]): boolean =>
    collection.viewerPermissions.includes(permission);
  if (!may('EditCollection') && !may('ManageCollectionPermissions')) {
    throw new DomainError('PERMISSION_DENIED', 'Those look after a collection who may edit it.');
  }
  const { items, faults } =
    error === undefined ? { items: [], faults: new Map<string, ComponentChildren>() } : formFaults(error, labelsOf(messages));
  const known = DONE.find((word) => word === done);
  const tasks = [
    may('ManageCollectionPermissions') ? [depositPaths.roles(collection.alias), words.roles, words.rolesText] : null,
    may('EditCollection') ? [depositPaths.fieldRules(collection.alias), words.fields, words.fieldsText] : null,
  ].filter((task) => task !== null);
  return {
    page: {
      ...OF_DEPOSITING,
      ...(error === undefined ? {} : { status: error.status }),
      title: words.editTitle,
      main: [
        breadcrumb([{ href: collectionPath(collection.alias), name: collection.name }]),
        h(
          'div',
          { class: 'heading' },
          h('h1', null, words.editTitle),
          linkList([
            h('a', { href: collectionPath(collection.alias) }, words.view),
            ...(may('AddDataset') ? [h('a', { href: depositPaths.create(collection.alias) }, words.newDataset)] : []),
            ...(may('AddCollection') ? [h('a', { href: depositPaths.newCollection(collection.alias) }, words.newBelow)] : []),
          ]),
        ),
        known === undefined ? null : h('p', { class: 'notice good', role: 'status' }, words[known]),
        errorSummary(items, messages),
        h(
          'ul',
          { class: 'tasks spaced' },
          tasks.map(([href, title, text]) => h('li', null, h('a', { href }, title), h('p', { class: 'quiet' }, text))),
        ),
        may('EditCollection')
          ? section(
              'facts',
              words.facts,
              factsForm('/deposit/collection', { of: collection.alias }, words.save, messages, facts ?? factsOf(collection), faults),
            )
          : null,
        !collection.isReleased && may('PublishCollection')
          ? section(
              'publish',
              words.publishHeading,
              postButton('/deposit/collection/publish', { of: collection.alias }, words.publish, h('p', null, words.publishText)),
            )
          : null,
      ],
    },
  };
}

export const newCollection: DepositAnswerer = (call) => creationForm(call, call.query['owner'] ?? '');

export const createCollection: DepositAnswerer = async (call) => {
  const facts = factsIn(call);
  const owner = valueOf(call.form, 'owner');
  try {
    const { collection } = (await call.run(PageCreateCollectionDocument, { input: { owner: { alias: owner }, ...inputOf(facts) } }))
      .createCollection;
    return { location: depositPaths.collection(collection.alias, 'created') };
  } catch (error) {
    return creationForm(call, owner, { facts, error: mendableError(error) });
  }
};

export const shownCollection: DepositAnswerer = (call) => collectionForm(call, call.query['alias'] ?? '', { done: call.query['done'] });

export const saveCollection: DepositAnswerer = async (call) => {
  const facts = factsIn(call);
  const of = valueOf(call.form, 'of');
  try {
    const { collection } = (await call.run(PageUpdateCollectionDocument, { input: { collection: { alias: of }, ...inputOf(facts) } }))
      .updateCollection;
    return { location: depositPaths.collection(collection.alias, 'saved') };
  } catch (error) {
    return collectionForm(call, of, { facts, error: mendableError(error) });
  }
};

export const publishCollection: DepositAnswerer = async (call) => {
  const of = valueOf(call.form, 'of');
  try {
    await call.run(PagePublishCollectionDocument, { input: { collection: { alias: of } } });
    return { location: depositPaths.collection(of, 'published') };
  } catch (error) {
    return collectionForm(call, of, { error: mendableError(error) });
  }
};

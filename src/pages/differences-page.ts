import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../errors/domain-error.ts';
import { type PageChangedFieldFragment, PageOfDifferencesDocument, type PageOfDifferencesQuery } from '../generated/page-operations.ts';
import { datasetPath } from './addresses.ts';
import { placesOf } from './dataset-parts.ts';
import { section } from './frame.ts';
import type { MakePage } from './page.ts';
import { plainText } from './rich-text.ts';
import { versionName, versionParameter, versionReference } from './version-words.ts';
import { PageRefusal } from './page-refusal.ts';
import { messagesOf } from './messages/messages.ts';

type Differences = NonNullable<PageOfDifferencesQuery['dataset']>['diff'];
type Change = readonly [what: string, before: string, after: string];

/** A table of what was and what is; empty cells where there was or is nothing. */
function changeTable(caption: string, changes: readonly Change[], names: readonly [before: string, after: string]): ComponentChildren {
  const cell = (text: string, kind: 'del' | 'ins'): ComponentChildren =>
    h(
      'td',
      { dir: 'auto' },
      text === '' ? h('span', { class: 'unseen' }, messagesOf().reader.differences.nothing) : h(kind, null, plainText(text)),
    );
  return h(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': caption, tabIndex: 0 },
    h(
      'table',
      { class: 'changes' },
      h('caption', null, caption),
      h('thead', null, h('tr', null, ...['', ...names].map((text) => (text === '' ? h('td', null) : h('th', { scope: 'col' }, text))))),
      h(
        'tbody',
        null,
        changes.map(([what, before, after]) =>
          h('tr', null, h('th', { scope: 'row', dir: 'auto' }, what), cell(before, 'del'), cell(after, 'ins')),
        ),
      ),
    ),
  );
}

function fileName({ label, directoryLabel }: Differences['filesAdded']['nodes'][number]): string {
  return directoryLabel === '' ? label : `${directoryLabel}/${label}`;
}

/** Values of a vocabulary, as the reader's language has them; undefined for other fields. */
function vocabularyText(typeName: string, field: PageChangedFieldFragment | null): string | undefined {
  if (field?.typeClass !== 'controlledVocabulary') return undefined;
  return field.values.map((value) => messagesOf().shipped.value(typeName, value)).join('; ');
}

/** Addresses of people are not for those who gather them from pages. */
function metadataChanges({ metadataChanges: blocks }: Differences): readonly (readonly [block: string, changes: readonly Change[]])[] {
  const { shipped } = messagesOf();
  return blocks.flatMap(({ name, displayName, fields }) => {
    const shown = fields.filter(({ oldField, newField }) => (newField ?? oldField)?.definition?.type !== 'EMAIL');
    const told = shown.map(({ typeName, title, oldText, newText, oldField, newField }): Change => [
      shipped.field(typeName, title),
      vocabularyText(typeName, oldField) ?? oldText,
      vocabularyText(typeName, newField) ?? newText,
    ]);
    return told.length === 0 ? [] : [[shipped.block(name, displayName), told] as const];
  });
}

function fileChanges({ filesAdded, filesRemoved, filesReplaced, fileChanges: changed }: Differences): readonly Change[] {
  const words = messagesOf().reader.differences;
  return [
    ...filesAdded.nodes.map((file): Change => [words.added, '', fileName(file)]),
    ...filesRemoved.nodes.map((file): Change => [words.removed, fileName(file), '']),
    ...filesReplaced.nodes.map(({ oldFile, newFile }): Change => [words.replaced, fileName(oldFile), fileName(newFile)]),
    ...changed.nodes.flatMap(({ newFile, fields }) =>
      fields.map(({ name, oldValue, newValue }): Change => [`${fileName(newFile)}: ${name}`, oldValue, newValue]),
    ),
  ];
}

/** What a later version of a dataset changed. */
export const differencesPage: MakePage = async ({ query, run }) => {
  const { persistentId = '', from, to } = query;
  if (from === undefined || from === '') {
    throw new PageRefusal('BAD_USER_INPUT', messagesOf().browse.refusals.noEarlier);
  }
  const compared = await run(PageOfDifferencesDocument, {
    reference: { persistentId },
    from: versionReference(from),
    to: versionReference(to),
  });
  if (compared.dataset === null) throw new DomainError('DATASET_NOT_FOUND', 'There is no such dataset.');
  const { diff: found } = compared.dataset;
  const { dataset } = found.to;
  const { reader } = messagesOf();
  const names = [versionName(found.from), versionName(found.to)] as const;
  const files = fileChanges(found);
  const blocks = metadataChanges(found);
  const terms = found.termChanges.map(({ label, oldValue, newValue }): Change => [label, oldValue, newValue]);
  const isSame = blocks.length === 0 && files.length === 0 && terms.length === 0;
  return {
    title: reader.differences.title(found.to.title),
    listed: false,
    main: h(
      'article',
      null,
      placesOf(dataset.ancestors),
      h(
        'div',
        { class: 'heading' },
        h('h1', null, reader.differences.heading(...names)),
        h('p', null, h('a', { href: datasetPath(dataset.persistentId, versionParameter(found.to)), dir: 'auto' }, found.to.title)),
      ),
      isSame ? h('p', null, reader.differences.none) : null,
      blocks.length === 0
        ? null
        : section(
            'metadata',
            reader.parts.metadata,
            blocks.map(([block, changes]) => changeTable(block, changes, names)),
          ),
      files.length === 0 ? null : section('files', reader.parts.files, changeTable(reader.parts.files, files, names)),
      terms.length === 0 ? null : section('terms', reader.parts.terms, changeTable(reader.parts.terms, terms, names)),
    ),
  };
};

import { type ComponentChildren, h } from 'preact';
import type { PageFieldFragment, PageVersionFragment } from '../generated/page-operations.ts';
import { webAddress } from './addresses.ts';
import { factList, section } from './frame.ts';
import { richText } from './rich-text.ts';
import { messagesOf } from './messages/messages.ts';

type Block = PageVersionFragment['metadataBlocks'][number];
type Field = Block['fields'][number];

function titleOf({ definition, typeName }: PageFieldFragment): string {
  return definition === null ? typeName : messagesOf().shipped.field(typeName, definition.title);
}

function valueText({ definition }: PageFieldFragment, value: string): ComponentChildren {
  if (definition?.type === 'TEXTBOX') return richText(value);
  const address = definition?.type === 'URL' ? webAddress(value) : undefined;
  return address === undefined ? value : h('a', { href: address, rel: 'nofollow ugc' }, value);
}

/** Values of a vocabulary, as the reader's language has them. */
function vocabularyText({ typeName, values }: PageFieldFragment): string {
  return values.map((value) => messagesOf().shipped.value(typeName, value)).join('; ');
}

/** Values of a vocabulary are words: they share a line. Other texts do not. Addresses of people are not for those who gather them from pages. */
function valuesOf(field: PageFieldFragment): readonly ComponentChildren[] {
  if (field.definition?.type === 'EMAIL') return [];
  if (field.typeClass === 'controlledVocabulary') return field.values.length === 0 ? [] : [vocabularyText(field)];
  return field.values.map((value) => valueText(field, value));
}

function details(field: Field): readonly ComponentChildren[] {
  if (field.compounds.length === 0) return valuesOf(field);
  return field.compounds.map(({ fields }) => factList(fields.map((child) => [titleOf(child), ...valuesOf(child)] as const)));
}

/** All metadata of a version, block by block. */
export function metadataSection(blocks: readonly Block[]): ComponentChildren {
  const told = blocks.filter(({ fields }) => fields.length > 0);
  if (told.length === 0) return null;
  return section(
    'metadata',
    messagesOf().reader.parts.metadata,
    told.map(({ name, displayName, fields }) =>
      h(
        'details',
        { class: 'block' },
        h('summary', null, h('h3', null, messagesOf().shipped.block(name, displayName))),
        factList(fields.map((field) => [titleOf(field), ...details(field)] as const)),
      ),
    ),
  );
}

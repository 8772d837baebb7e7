import { type ComponentChildren, h } from 'preact';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { compoundsIn, textsIn } from '../../model/metadata/metadata-values.ts';
import type { MetadataField } from '../../model/metadata/version-metadata.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import { factList, linked, paragraphs } from './codebook-parts.ts';

function titleOf(catalog: BlockCatalog, { typeName }: MetadataField): string {
  return catalog.findField(typeName)?.title ?? typeName;
}

/** Values of a vocabulary are words: they share a line. */
function valuesOf(catalog: BlockCatalog, field: MetadataField): ComponentChildren[] {
  const texts = textsIn(field);
  if (field.typeClass === 'controlledVocabulary') return [texts.join('; ')];
  const isAddress = catalog.findField(field.typeName)?.type === 'URL';
  return texts.map((text) => (isAddress ? linked(text, text) : paragraphs(text)));
}

function detailsOf(catalog: BlockCatalog, field: MetadataField): ComponentChildren[] {
  const compounds = compoundsIn(field);
  if (compounds.length === 0) return valuesOf(catalog, field);
  return compounds.map((compound) =>
    factList(Object.values(compound).map((child) => [titleOf(catalog, child), ...valuesOf(catalog, child)] as const)),
  );
}

/** The metadata of a version, block by block. */
export function metadataOf({ metadata, catalog }: ExportSnapshot): ComponentChildren[] {
  return Object.entries(metadata).map(([block, fields]) =>
    h(
      'section',
      null,
      h('h2', null, catalog.findBlock(block)?.displayName ?? block),
      factList(fields.map((field) => [titleOf(catalog, field), ...detailsOf(catalog, field)] as const)),
    ),
  );
}

/** Names of terms are keys such as `termsOfUse`. */
function termTitle(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Terms of use and access, where there are some. */
export function termsOf({ version: { terms } }: ExportSnapshot): ComponentChildren {
  const given = Object.entries(terms).flatMap(([key, text]) =>
    typeof text === 'string' && text !== '' ? [[termTitle(key), paragraphs(text)] as const] : [],
  );
  return given.length === 0 ? null : h('section', null, h('h2', null, 'Terms'), factList(given));
}

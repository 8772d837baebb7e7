/** What a description in JSON-LD says of metadata and terms, in the forms of native JSON. Source: datasets.md 14.4. */
import type { VersionTerms } from '../../../db/schema/dataset.ts';
import type { Problem } from '../../../errors/domain-error.ts';
import { pointerTo } from '../../../errors/json-pointer.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../../vocabulary/datasets.ts';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../../model/metadata/block-definition.ts';
import type { ExpandedNode } from './expand-description.ts';
import { fieldUri, PREFIXES } from '../../../formats/json-ld/term-uris.ts';

export interface ReadDescription {
  /** Field objects of native JSON, and the key that each was sent under. */
  readonly fields: readonly { readonly typeName: string; readonly value: unknown; readonly uri: string }[];
  /** URI or name of a licence. */
  readonly license: string | null;
  readonly terms: VersionTerms;
  readonly fileAccessRequest: boolean | null;
  readonly problems: readonly Problem[];
}

/** Schema.org has names with and without the `s`. */
const SCHEMA = ['http://schema.org/', 'https://schema.org/'];
/** What a description says of the dataset that is not written by it. */
const IGNORED = new Set([
  ...['version', 'name', 'dateModified', 'datePublished', 'creativeWorkStatus', 'includedInDataCatalog', 'isPartOf', 'inLanguage'].flatMap(
    (name) => SCHEMA.map((namespace) => `${namespace}${name}`),
  ),
  `${PREFIXES.dvcore}versionNote`,
]);
const LICENSE = new Set(SCHEMA.map((namespace) => `${namespace}license`));
const FILE_TERMS = `${PREFIXES.dvcore}fileTermsOfAccess`;
const FILE_REQUEST = `${PREFIXES.dvcore}fileRequestAccess`;

function isNode(value: unknown): value is ExpandedNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values under a key, lists taken apart. */
function valuesAt(value: unknown): unknown[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((one): readonly unknown[] => (isNode(one) && Array.isArray(one['@list']) ? one['@list'] : [one]));
}

/** The text of a value, or the address of what it names; undefined for an object with more to it. */
function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if ('@value' in value) return String(value['@value']);
  return Object.keys(value).length === 1 && typeof value['@id'] === 'string' ? value['@id'] : undefined;
}

/** Reads an expanded description; nothing of what has faults counts. */
export function readDescription(node: ExpandedNode, catalog: BlockCatalog, siteUrl: string): ReadDescription {
  const problems: Problem[] = [];
  const byUri = new Map(
    catalog.blocks.flatMap(({ fields }) => fields.map((field): [string, FieldDefinition] => [fieldUri(catalog, field, siteUrl), field])),
  );
  const fields: { typeName: string; value: unknown; uri: string }[] = [];
  const terms: VersionTerms = {};
  let license: string | null = null;
  let fileAccessRequest: boolean | null = null;

  const report = (uri: string, message: string): void => void problems.push({ pointer: pointerTo('', uri), message });

  function valueOf(definition: FieldDefinition, value: unknown, uri: string): unknown {
    if (definition.typeClass !== 'compound') {
      const text = textOf(value);
      if (text === undefined) report(uri, `${definition.displayName} must be a string.`);
      return text;
    }
    if (!isNode(value) || '@value' in value) {
      report(uri, `${definition.displayName} must be an object.`);
      return undefined;
    }
    const children = new Map(definition.children.map((child) => [fieldUri(catalog, child, siteUrl), child]));
    const compound: Record<string, unknown> = {};
    for (const [key, sent] of Object.entries(value)) {
      if (key.startsWith('@')) continue;
      const child = children.get(key);
      if (child === undefined) report(uri, `${definition.displayName} has no ${key}.`);
      else compound[child.name] = { typeName: child.name, value: together(child, sent, uri) };
    }
    return compound;
  }

  function together(definition: FieldDefinition, sent: unknown, uri: string): unknown {
    const values = valuesAt(sent).map((value) => valueOf(definition, value, uri));
    if (definition.multiple) return values;
    if (values.length > 1) report(uri, `${definition.displayName} takes one value.`);
    return values[0];
  }

  function readTerm(uri: string, keys: readonly (keyof VersionTerms)[], sent: unknown): boolean {
    const key = keys.find((name) => uri === `${PREFIXES.dvcore}${name}`);
    if (key === undefined) return false;
    const [value, ...more] = valuesAt(sent);
    const text = textOf(value);
    if (text === undefined || more.length > 0) report(uri, 'must be a single string');
    else terms[key] = text;
    return true;
  }

  function readFileTerms(sent: unknown): void {
    const [value, ...more] = valuesAt(sent);
    if (!isNode(value) || more.length > 0) {
      report(FILE_TERMS, 'must be a single object');
      return;
    }
    for (const [uri, inner] of Object.entries(value)) {
      if (uri.startsWith('@') || readTerm(uri, TERMS_OF_ACCESS_KEYS, inner)) continue;
      const text = textOf(valuesAt(inner)[0]);
      if (uri !== FILE_REQUEST) report(uri, 'is not a term of file access');
      else if (text !== 'true' && text !== 'false') report(uri, 'must be true or false');
      else fileAccessRequest = text === 'true';
    }
  }

  for (const [uri, sent] of Object.entries(node)) {
    if (uri.startsWith('@') || IGNORED.has(uri)) continue;
    const definition = byUri.get(uri);
    if (definition !== undefined) fields.push({ typeName: definition.name, value: together(definition, sent, uri), uri });
    else if (LICENSE.has(uri)) {
      license = textOf(valuesAt(sent)[0]) ?? '';
    } else if (uri === FILE_TERMS) readFileTerms(sent);
    else if (!readTerm(uri, TERMS_OF_USE_KEYS, sent)) report(uri, 'is not a property of datasets here');
  }
  if (license !== null && TERMS_OF_USE_KEYS.some((key) => terms[key] !== undefined)) {
    problems.push({ pointer: '', message: 'A dataset has either a licence or custom terms of use, not both.' });
  }
  return { fields, license, terms, fileAccessRequest, problems };
}

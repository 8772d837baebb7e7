/** German for what the server ships in English: a field, a value or a file type without it fails here. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type BlockFile, parseBlockFile } from '../../../src/domain/metadata/block-file.ts';
import { errorCatalog } from '../../../src/errors/catalog.ts';
import { friendlyType, fileTypeGroup, listedContentTypes } from '../../../src/formats/content-types/content-types.ts';
import { shippedFields } from '../../../src/generated/shipped-words.ts';
import { COLLECTION_CATEGORIES } from '../../../src/model/search/collection-category.ts';
import { settingDefinitions } from '../../../src/model/settings/setting-definition.ts';
import { FILE_ACCESS_STATUSES } from '../../../src/vocabulary/files.ts';
import { facetNames, facetValues } from '../../../src/pages/messages/de/shipped/facets.ts';
import { fileTypes } from '../../../src/pages/messages/de/shipped/file-types.ts';
import { lifeScienceValues } from '../../../src/pages/messages/de/shipped/life-science-values.ts';
import { placeNamed } from '../../../src/pages/messages/de/shipped/named-places.ts';
import { settingEffects } from '../../../src/pages/messages/de/shipped/setting-effects.ts';
import { settingRules } from '../../../src/pages/messages/de/shipped/setting-rules.ts';
import { values } from '../../../src/pages/messages/de/shipped/values.ts';
import { messagesOf } from '../../../src/pages/messages/messages.ts';
import type { Problem } from '../../../src/errors/domain-error.ts';
import { broken } from '../../../src/errors/rules/broken.ts';
import type { BrokenRule } from '../../../src/errors/rules/rules.ts';

const blocks: readonly BlockFile[] = readdirSync('data/blocks').map((name) =>
  parseBlockFile(JSON.parse(readFileSync(`data/blocks/${name}`, 'utf8'))),
);
const fields = blocks.flatMap((block) => block.fields);
const vocabularies = new Map(blocks.flatMap((block) => Object.entries(block.vocabularies)));
const german = messagesOf('de').shipped;
const english = messagesOf('en').shipped;

/** Names of what was made, registered or found by someone: the same in every language. */
const NAMES = {
  fields: new Set(['authorIdentifierScheme', 'publicationIDType', 'studyAssayPlatform', 'studyAssayOrganism', 'workflowType']),
  values: new Set(['.fbx', '.glb', '.gltf', '.obj', '.stl', '.usdz', '.x3d', 'cm', 'm']),
  fileTypes: new Set(
    `HTML;LaTeX;Rich Text Format;reStructuredText;XML;Postscript;Workflow Description Language;Computational Workflow Language;SAS;GeoJSON;JSON;
     Mathematica;Network Common Data Form;Notes Storage Facility;NSDstat;FITS;Keyhole Markup Language`.split(/;\s*/u),
  ),
};

test('every shipped block has its German name, and says its English one in English', () => {
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.filter(({ name, displayName }) => german.block(name, displayName) === displayName).map(({ name }) => name)).toEqual([]);
  expect(blocks.map(({ name, displayName }) => english.block(name, displayName))).toEqual(blocks.map(({ displayName }) => displayName));
});

test('what is generated of the shipped blocks is what they say', () => {
  const told = Object.entries(shippedFields).map(([name, { title, hint }]): [string, string[]] => [name, [title, hint]]);
  const expected = fields.map(({ name, title, description, hint }): [string, string[]] => [name, [title, description ?? hint ?? '']]);
  expect(told).toHaveLength(expected.length);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(expected));
});

test('every hint of a field has its German', () => {
  const missing = fields.filter(({ name, hint = '' }) => hint !== '' && german.hint(name, hint) === hint);
  expect(missing.map(({ name }) => name)).toEqual([]);
});

describe('words of vocabularies', () => {
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...values, ...lifeScienceValues };

  test('every value has its German, but for names', () => {
    const missing = [...vocabularies].flatMap(([field, entries]) =>
      field === 'language' || NAMES.fields.has(field)
        ? []
        : entries
            .map(({ value }) => value)
            .filter((value) => !NAMES.values.has(value) && german.value(field, value) === value && known[field]?.[value] === undefined)
            // Countries that are called the same, such as Angola, have their name by their code.
            .filter((value) => field !== 'country' || placeNamed(field, value) === undefined)
            .map((value) => `${field}: ${value}`),
    );
    expect(missing).toEqual([]);
  });

  test('no German is for a value that there is not', () => {
    const unknown = Object.entries(known).flatMap(([field, words]) =>
      Object.keys(words)
        .filter((word) => vocabularies.get(field)?.some(({ value }) => value === word) !== true)
        .map((word) => `${field}: ${word}`),
    );
    expect(unknown).toEqual([]);
  });

  test('languages and countries are called as Germans call them, and come by those names', () => {
    expect(german.value('language', 'German')).toBe('Deutsch');
    expect(german.value('country', 'Germany')).toBe('Deutschland');
    expect(german.value('country', 'Turkey')).toBe('Türkei');
    const countries = (vocabularies.get('country') ?? []).map(({ value }) => value);
    const ordered = german.inOrder('country', countries);
    expect(ordered.toSorted()).toEqual(countries.toSorted());
    expect(ordered.indexOf('Egypt')).toBeLessThan(ordered.indexOf('Germany'));
    expect(ordered.indexOf('Germany')).toBeLessThan(ordered.indexOf('Estonia'));
    const languages = (vocabularies.get('language') ?? []).map(({ value }) => value);
    expect(german.inOrder('language', languages).toSorted()).toEqual(languages.toSorted());
    expect(english.inOrder('country', countries)).toEqual(countries);
  });
});

test('every type of file and every group of them has its German, but for names', () => {
  const types = new Set(listedContentTypes().map(friendlyType));
  expect([...types].filter((type) => fileTypes[type] === undefined && !NAMES.fileTypes.has(type))).toEqual([]);
  expect(Object.keys(fileTypes).filter((type) => !types.has(type) && type !== 'RO-Crate metadata')).toEqual([]);
  const groups = new Set(listedContentTypes().map(fileTypeGroup));
  expect([...groups].filter((group) => facetValues['fileTypeGroupFacet']?.[group] === undefined)).toEqual([]);
});

test('facets have German names, those of fields by the field', () => {
  expect(Object.keys(facetNames).filter((name) => german.facet(name, 'x') === 'x')).toEqual([]);
  expect(german.facet('subject_ss', 'Subject')).toBe('Fachgebiet');
  expect(german.facet('authorName_ss', 'Author Name')).toBe('Autor/in: Name');
  expect(german.facetValue('subject_ss', 'Physics')).toBe('Physik');
  expect(german.facetValue('keywordValue_ss', 'Physics')).toBe('Physics');
  expect(Object.values(COLLECTION_CATEGORIES).filter((one) => facetValues['dvCategory']?.[one] === undefined)).toEqual([]);
  expect(FILE_ACCESS_STATUSES.filter((one) => facetValues['fileAccess']?.[one] === undefined)).toEqual([]);
});

test('what an installation calls otherwise, or has of its own, stays as it is called', () => {
  expect(german.field('author', 'Creator of the survey')).toBe('Creator of the survey');
  expect(german.hint('author', 'Ask the office.')).toBe('Ask the office.');
  expect(german.fieldAlone('authorName', 'Creator Name')).toBe('Creator Name');
  expect(german.block('citation', 'Catalogue card')).toBe('Catalogue card');
  expect(german.field('ownField', 'Own field')).toBe('Own field');
  expect(german.value('ownField', 'Other')).toBe('Other');
  expect(german.value('subject', 'Alchemy')).toBe('Alchemy');
  // A name that objects of JavaScript have is a name like others.
  expect(german.field('constructor', 'Constructor')).toBe('Constructor');
  expect(german.value('toString', 'valueOf')).toBe('valueOf');
  expect(german.fileType('constructor')).toBe('constructor');
});

function refused(code: string, message: string, problems: readonly Problem[] = [], rule?: BrokenRule) {
  return { code, message, problems, rule };
}

describe('a refusal in German', () => {
  test('is a sentence for every code', () => {
    const codes = Object.keys(errorCatalog);
    expect(codes.filter((code) => german.refusal(refused(code, 'What the server says.')).text === '')).toEqual([]);
    expect(codes.map((code) => english.refusal(refused(code, code)))).toEqual(codes.map((code) => ({ text: code })));
  });

  test('has the bounds and names of the rule that was broken, without a word of English', () => {
    const { message, rule } = broken('FILE_LARGER', { size: '1.7 KB', most: '1.0 KB' });
    expect(german.refusal(refused('FILE_TOO_LARGE', message, [], rule))).toEqual({
      text: 'Die Datei ist zu groß: Sie hat 1,7 KB, erlaubt sind höchstens 1,0 KB.',
    });
  });

  test('has the rules of all problems, with the names of what they are about', () => {
    const problems = [
      { pointer: '/name', ...broken('BLANK') },
      { pointer: '/fields/0', ...broken('FIELD_REQUIRED', { field: 'title', title: 'Title' }) },
    ];
    expect(german.refusal(refused('BAD_USER_INPUT', 'The input is bad.', problems))).toEqual({
      text: 'Eine Angabe verletzt eine Regel: „name“ darf nicht leer sein; „Titel“ muss angegeben werden.',
    });
  });

  test('introduces what has no code, and gives it apart as English', () => {
    const told = german.refusal(refused('MALFORMED_XML', 'Line 3: unexpected close tag.'));
    expect(told.english).toBe('Line 3: unexpected close tag.');
    expect(told.text).toMatch(/Englisch:$/u);
    const problem = german.problem('must be odd', undefined);
    expect([problem.english, problem.text]).toEqual(['must be odd', expect.stringMatching(/Englisch:$/u)]);
    expect(german.refusal(refused('OF_A_LATER_SERVER', 'Something new.')).english).toBe('Something new.');
  });

  test('names nothing where its sentence says it all', () => {
    expect(german.refusal(refused('DATASET_NOT_FOUND', 'Dataset with ID 7 not found.')).text).not.toContain('7');
  });

  test('above a list of problems leaves them to the list', () => {
    const problems = [{ pointer: '', ...broken('FIELD_REQUIRED', { field: 'title', title: 'Title' }) }];
    expect(german.refusalAbove(refused('DATASET_METADATA_INVALID', 'Validation Failed.', problems)).text).toMatch(/\.$/u);
  });
});

describe('words of settings', () => {
  const described = settingDefinitions.flatMap(({ name, description }) => (description === null ? [] : [[name, description] as const]));

  test('what each setting is for has its German, and nothing else has', () => {
    expect(described.length).toBeGreaterThan(80);
    expect(Object.keys(settingEffects).toSorted()).toEqual(described.map(([name]) => name).toSorted());
    for (const [name, { effect }] of described) expect(german.settingEffect(name, effect)).not.toBe(effect);
  });

  test('so have values and what counts without them, but for what is written as it is typed', () => {
    // Numbers and names of settings, algorithms, fields and tags.
    const asTyped =
      /^[\d.;:]+$|^[A-Z][A-Za-z\d_-]*$|^(?:drop|publication|randomString)$|^Alphabetical:1|^Documentation, |^description, |^MD5$|^MAIL_FROM$/u;
    const said = new Set(described.flatMap(([, { value, fallback }]) => [value, fallback]));
    expect([...said].filter((text) => !Object.hasOwn(settingRules, text) && !asTyped.test(text))).toEqual([]);
    expect(Object.keys(settingRules).filter((text) => !said.has(text))).toEqual([]);
  });
});

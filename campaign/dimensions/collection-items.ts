/** What collections keep for their datasets and pages: guestbooks and responses to them, featured items, logos from elsewhere. */
import type { Dimension } from '../dimension.ts';
import { formOf, type FormPart } from './form.ts';
import { graphqlRequest } from './graphql-request.ts';

const LARGEST = 1_900_000;
const CREATE = 'mutation ($input: CreateGuestbookInput!) { createGuestbook(input: $input) { guestbook { databaseId } } }';
const ANSWER = 'mutation ($input: AnswerGuestbookInput!) { answerGuestbook(input: $input) { responseCount } }';
const FEATURE = 'mutation ($input: CreateFeaturedItemInput!) { createFeaturedItem(input: $input) { featuredItem { databaseId } } }';
const LOGO = 'mutation ($input: CarryCollectionLogoInput!) { carryCollectionLogo(input: $input) { collection { databaseId } } }';
const REQUEST = 'mutation ($input: RequestFileAccessInput!) { requestFileAccess(input: $input) { file { databaseId } } }';
const REPLACE = 'mutation ($input: ReplaceFeaturedItemsInput!) { replaceFeaturedItems(input: $input) { featuredItems { databaseId } } }';

const TEMPLATE = 'mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { template { databaseId } } }';

const many = <Entry>(size: number, weight: number, entry: Entry): Entry[] => Array.from({ length: Math.ceil(size / weight) }, () => entry);

const root = { root: true };
const FILE = { file: { reference: { databaseId: 1 } } };
const question = { question: 'Why?', type: 'TEXT' };
const guestbook = { collection: root, name: 'Readers' };
const answers = (size: number, value: readonly string[]) => many(size, 40, { questionDatabaseId: 1, value });
const template = { collection: root, name: 'Template' };
const field = { typeName: 'title', typeClass: 'primitive', multiple: false, value: 'x' };
const item = { type: 'CUSTOM', content: 'Text' };

/** By name: an operation, and its input of a size. */
const inputs: Readonly<Record<string, readonly [operation: string, inputOf: (size: number) => Readonly<Record<string, unknown>>]>> = {
  'a name of a guestbook': [CREATE, (n) => ({ ...guestbook, name: 'x'.repeat(n) })],
  'questions of a guestbook': [CREATE, (n) => ({ ...guestbook, questions: many(n, 40, question) })],
  'a question of a guestbook': [CREATE, (n) => ({ ...guestbook, questions: [{ ...question, question: 'x'.repeat(n) }] })],
  'options of a question': [
    CREATE,
    (n) => ({ ...guestbook, questions: [{ ...question, type: 'OPTIONS', options: many(n, 40, { value: 'a', displayOrder: 1 }) }] }),
  ],
  'answers to a guestbook': [ANSWER, (n) => ({ download: FILE, response: { answers: answers(n, ['x']) } })],
  'lines of an answer': [ANSWER, (n) => ({ download: FILE, response: { answers: [{ questionDatabaseId: 1, value: many(n, 4, 'x') }] } })],
  'answers at a request for access': [REQUEST, (n) => ({ file: { databaseId: 1 }, response: { answers: answers(n, ['x']) } })],
  'a logo from elsewhere': [LOGO, (n) => ({ collection: root, card: 'A'.repeat(n / 2), logo: 'A'.repeat(n / 2) })],
  'a name in a response': [ANSWER, (n) => ({ download: FILE, response: { name: 'x'.repeat(n) } })],
  'files of a response': [ANSWER, (n) => ({ download: { archive: { reference: { fileDatabaseIds: many(n, 2, 1) } } }, response: {} })],
  'text of a featured item': [FEATURE, (n) => ({ collection: root, item: { ...item, content: 'x'.repeat(n) } })],
  'tags of a featured item': [
    FEATURE,
    (n) => ({ collection: root, item: { ...item, content: '<b>'.repeat(Math.ceil(Math.min(n, 15_000) / 3)) } }),
  ],
  'brackets of a featured item': [
    FEATURE,
    (n) => ({ collection: root, item: { ...item, content: `x${'<'.repeat(Math.min(n, 14_999))}` } }),
  ],
  'attributes of a featured item': [
    FEATURE,
    (n) => ({ collection: root, item: { ...item, content: `<p ${'a=b '.repeat(Math.ceil(Math.min(n, 14_900) / 4))}>x</p>` } }),
  ],
  'image of a featured item': [
    FEATURE,
    (n) => ({ collection: root, item: { ...item, image: { fileName: 'a.png', base64: 'A'.repeat(n) } } }),
  ],
  'fields of a template': [TEMPLATE, (n) => ({ ...template, fields: many(n, 50, field) })],
  'a value of a template': [TEMPLATE, (n) => ({ ...template, fields: [{ ...field, value: 'x'.repeat(n) }] })],
  'instructions of a template': [
    TEMPLATE,
    (n) => ({ ...template, instructions: many(n, 60, { instructionField: 'title', instructionText: 'x' }) }),
  ],
  'terms of a template': [TEMPLATE, (n) => ({ ...template, terms: { termsOfUse: 'x'.repeat(n) } })],
  'texts of featured items': [
    REPLACE,
    (n) => ({ collection: root, items: many(n, 15_000, { item: { ...item, content: 'x<'.repeat(7500) } }) }),
  ],
  'featured items': [REPLACE, (n) => ({ collection: root, items: many(n, 60, { item }) })],
};

const ITEMS = '/api/collections/root/featuredItems';
const text = (name: string, content: string): FormPart => ({ name, content });

/** By name: the largest size, and the parts of a form of a size. */
const forms: Readonly<Record<string, readonly [to: number, parts: (size: number) => readonly FormPart[]]>> = {
  'parts of a form': [1_000_000, (n) => many(n, 100, text('content', ''))],
  'names of parts': [1_000_000, (n) => [text('x'.repeat(n), '')]],
  'different parts': [1_000_000, (n) => Array.from({ length: Math.ceil(n / 100) }, (_none, place) => text(`p${place}`, ''))],
  'content of a part': [16_000_000, (n) => [text('content', 'x'.repeat(n))]],
  'images in a form': [
    16_000_000,
    (n) => [text('content', 'x'), text('fileName', 'a.png'), { name: 'file', fileName: 'a.png', content: 'x'.repeat(n) }],
  ],
};

export const collectionItemForms: readonly Dimension[] = Object.entries(forms).map(([name, [to, partsOf]]): Dimension => ({
  name: `collection items: ${name}`,
  as: 'superuser',
  writes: true,
  sizes: [200, to],
  requests: (size) => ({ ...formOf(ITEMS, partsOf(size)), method: 'PUT' }),
}));

export const collectionItemDimensions: readonly Dimension[] = Object.entries(inputs).map(([name, [operation, inputOf]]): Dimension => ({
  name: `collection items: ${name}`,
  as: 'superuser',
  writes: true,
  sizes: [64, LARGEST],
  requests: (size) => graphqlRequest(operation, { input: inputOf(size) }),
}));

import { describe, expect, test } from 'vitest';
import { namesEntity, provJsonProblems } from '../../../src/domain/files/provenance/prov-json.ts';

const pointers = (document: unknown): readonly string[] => provJsonProblems(document).map(({ pointer }) => pointer);

/** The document of the member submission, section 2, shortened. */
const COMPLETE = {
  prefix: { ex: 'http://example.com/', default: 'urn:example:' },
  entity: {
    'ex:e1': {
      'prov:type': { $: 'prov:Plan', type: 'xsd:QName' },
      'ex:count': 3,
      'ex:final': true,
      'ex:names': ['a', { $: 'b', lang: 'en' }],
    },
    'ex:e2': {},
  },
  activity: { 'ex:a1': { 'prov:startTime': '2011-11-16T16:05:00', 'prov:endTime': '2011-11-16T16:06:00+01:00' } },
  agent: { 'ex:ag': {} },
  wasGeneratedBy: { '_:1': { 'prov:entity': 'ex:e1', 'prov:activity': 'ex:a1', 'prov:time': '2001-10-26T21:32:52Z' } },
  used: { '_:1': { 'prov:entity': 'ex:e1' } },
  wasInformedBy: { '_:1': { 'prov:informant': 'ex:a1', 'prov:informed': 'ex:a1' } },
  wasStartedBy: { '_:1': { 'prov:activity': 'ex:a1', 'prov:trigger': 'ex:e1' } },
  wasEndedby: { '_:1': { 'prov:activity': 'ex:a1' } },
  wasEndedBy: { '_:1': { 'prov:activity': 'ex:a1' } },
  wasInvalidatedBy: { '_:1': { 'prov:entity': 'ex:e1' } },
  wasDerivedFrom: { '_:1': { 'prov:generatedEntity': 'ex:e1', 'prov:usedEntity': 'ex:e2' } },
  wasAttributedTo: { '_:1': { 'prov:entity': 'ex:e1', 'prov:agent': 'ex:ag' } },
  wasAssociatedWith: { '_:1': { 'prov:activity': 'ex:a1' } },
  actedOnBehalfOf: { '_:1': { 'prov:delegate': 'ex:ag', 'prov:responsible': 'ex:ag' } },
  wasInfluencedBy: { '_:1': { 'prov:influencer': 'ex:e1', 'prov:influencee': 'ex:e2' } },
  specializationOf: { '_:1': { 'prov:generalEntity': 'ex:e1', 'prov:specificEntity': 'ex:e2' } },
  alternateOf: { '_:1': { 'prov:alternate1': 'ex:e1', 'prov:alternate2': 'ex:e2' } },
  hadMember: { '_:1': { 'prov:collection': 'ex:e1', 'prov:entity': 'ex:e2' } },
  bundle: { 'ex:b': { entity: { 'ex:inner': {} } } },
};

test('a document with every kind of record passes', () => {
  expect(provJsonProblems(COMPLETE)).toEqual([]);
  expect(provJsonProblems({})).toEqual([]);
});

describe('each relation', () => {
  const relations = Object.keys(COMPLETE).filter((name) => !['prefix', 'entity', 'activity', 'agent', 'bundle'].includes(name));
  test.each(relations)('%s needs what it relates', (name) => {
    expect(pointers({ [name]: { r: {} } }).length).toBeGreaterThan(0);
  });
  test.each(relations)('%s relates identifiers alone', (name) => {
    const [, records = {}] = Object.entries(COMPLETE).find(([key]) => key === name) ?? [];
    const [record]: object[] = Object.values(records);
    const first = Object.keys(record ?? {})[0] ?? '';
    expect(pointers({ [name]: { r: { ...record, [first]: 5 } } })).toEqual([`/${name}/r/${first}`]);
  });
});

test.each([
  ['a list', [], ['']],
  ['nothing', null, ['']],
  ['a name that is no member', { wasEaten: {} }, ['/wasEaten']],
  ['a name of every object', { constructor: {} }, ['/constructor']],
  ['records that are no object', { entity: [] }, ['/entity']],
  ['a record that is no object', { entity: { a: 'b' } }, ['/entity/a']],
  ['an address that is none', { prefix: { ex: 'nowhere', b: 4 } }, ['/prefix/ex', '/prefix/b']],
  ['an empty list as a value', { entity: { a: { b: [] } } }, ['/entity/a/b']],
  ['null as a value', { entity: { a: { b: null } } }, ['/entity/a/b']],
  ['a typed value with more keys', { entity: { a: { b: { $: 'x', more: 1 } } } }, ['/entity/a/b']],
  ['a time that is none', { activity: { a: { 'prov:startTime': 'now' } } }, ['/activity/a/prov:startTime']],
  ['a bundle in a bundle', { bundle: { a: { bundle: {} } } }, ['/bundle/a/bundle']],
  ['a fault inside a bundle', { bundle: { a: { used: { u: {} } } } }, ['/bundle/a/used/u/prov:entity']],
])('%s is a problem', (_what, document, expected) => {
  expect(pointers(document)).toEqual(expected);
});

test('all problems are told at once, up to a bound', () => {
  expect(pointers({ used: { a: {}, b: {} }, wasMade: 1 })).toEqual(['/used/a/prov:entity', '/used/b/prov:entity', '/wasMade']);
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`u${index}`, {}]));
  expect(provJsonProblems({ used: many }).length).toBe(1001);
});

test('an entity is known by its name at the top and in bundles, and nothing else is one', () => {
  for (const name of ['ex:e1', 'ex:e2', 'ex:inner']) expect(namesEntity(COMPLETE, name)).toBe(true);
  for (const name of ['ex:a1', 'ex:ag', 'constructor', '']) expect(namesEntity(COMPLETE, name)).toBe(false);
});

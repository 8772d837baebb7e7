import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import { collectionBody } from './collection-body.ts';
import type { ContractCase } from './contract-case.ts';

const RECORD = [
  'id',
  'alias',
  'name',
  'affiliation',
  'collectionContacts',
  'permissionRoot',
  'description',
  'collectionType',
  'isMetadataBlockRoot',
  'isFacetRoot',
  'ownerId',
  'creationDate',
  'theme',
  'effectiveRequiresFilesToPublishDataset',
  'isReleased',
];
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** A body that lacks a key. */
function without(key: string): Record<string, unknown> {
  const { [key]: _, ...rest } = collectionBody();
  return rest;
}

/** Cases of creating collections. Source: collections.md 5.1. */
export const collectionCreateCases: readonly ContractCase[] = [
  {
    row: 'collections.create',
    shows: 'gives the record with its keys in order, unpublished and a permission root whatever was sent',
    as: 'owner',
    given: ({ open }) => ({
      path: [open.alias],
      json: collectionBody({
        affiliation: 'A',
        description: 'D',
        collectionType: 'LABORATORY',
        permissionRoot: false,
        theme: { tagline: 'T', linkColor: '428BCA' },
      }),
    }),
    status: 201,
    keys: RECORD,
    holds: (answer, { open }) => {
      expect(answer.record('data')).toMatchObject({
        permissionRoot: true,
        isReleased: false,
        ownerId: open.id,
        collectionType: 'LABORATORY',
      });
      expect(answer.text('data.creationDate')).toMatch(MOMENT);
      expect(answer.at('data.collectionContacts')).toEqual([{ displayOrder: 0, contactEmail: 'a@example.org' }]);
      expect(answer.at('data.theme')).toEqual({ id: answer.number('data.id'), tagline: 'T', linkColor: '428BCA' });
      expect(answer.headers.get('location')).toBe(
        `${new URL(answer.headers.get('location') ?? '').origin}/api/collections/${answer.text('data.alias')}`,
      );
    },
  },
  {
    row: 'collections.create',
    shows: 'shows the contacts to their author, even if the installation hides them',
    as: 'owner',
    given: async ({ open, callers }) => {
      await callers.superuser.rest.send('/api/admin/settings/:ExcludeEmailFromExport', { method: 'PUT', raw: 'true' });
      return { path: [open.alias], json: collectionBody() };
    },
    status: 201,
    holds: async (answer, { callers }, { rest }) => {
      const alias = answer.text('data.alias');
      const published = await rest.post(`/api/collections/${alias}/actions/:publish`);
      const changed = await rest.put(`/api/collections/${alias}`, { name: 'Other' });
      await callers.superuser.rest.delete('/api/admin/settings/:ExcludeEmailFromExport');
      for (const one of [answer, published, changed]) expect(one.list('data.collectionContacts')).toHaveLength(1);
    },
  },
  {
    row: 'collections.create',
    shows: 'names everything that is wrong with blocks',
    as: 'owner',
    given: ({ open }) => ({
      path: [open.alias],
      json: collectionBody({
        metadataBlocks: {
          metadataBlockNames: ['nosuch', 'citation'],
          inheritMetadataBlocksFromParent: true,
          facetIds: ['nofacet'],
          inputLevels: [{ datasetFieldTypeName: 'subtitle', required: true, include: false }],
        },
      }),
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    holds: (answer) => expect(answer.list('errors')).toHaveLength(4),
  },
  {
    row: 'collections.create',
    shows: 'looks at blocks before it looks for the owner',
    as: 'owner',
    given: () => ({ path: ['no-such-place'], json: collectionBody({ metadataBlocks: { metadataBlockNames: ['nosuch'] } }) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: 'collections.create',
    shows: 'makes the creator its admin, and no one else',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: collectionBody() }),
    status: 201,
    holds: async (answer, _world, caller) => {
      const list = await caller.rest.get(`/api/collections/${answer.text('data.alias')}/assignments`);
      expect(list.list('data').map((one) => [readJson(one).at('assignee'), readJson(one).at('_roleAlias')])).toEqual([
        [caller.identifier, 'admin'],
      ]);
    },
  },
  {
    row: 'collections.create',
    shows: 'takes an affiliation that is no text for none',
    as: 'owner',
    given: ({ open }) => ({ path: [open.id], json: collectionBody({ affiliation: 5 }) }),
    status: 201,
    holds: (answer) => {
      expect(answer.at('data.collectionType')).toBe('UNCATEGORIZED');
      expect(answer.at('data.affiliation')).toBeUndefined();
    },
  },
  ...['FOO', 'laboratory', '', 7].map((collectionType): ContractCase => ({
    row: 'collections.create',
    shows: `knows no category ${JSON.stringify(collectionType)}`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.id], json: collectionBody({ collectionType }) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /collectionType.*DEPARTMENT, .*UNCATEGORIZED/,
  })),
  {
    row: 'collections.create',
    shows: 'stores blocks, facets and input levels of its own',
    as: 'owner',
    given: ({ open }) => ({
      path: [open.alias],
      json: collectionBody({
        metadataBlocks: {
          metadataBlockNames: ['citation', 'geospatial'],
          facetIds: ['authorName'],
          inputLevels: [{ datasetFieldTypeName: 'geographicCoverage', required: true, include: true }],
        },
      }),
    }),
    status: 201,
    holds: (answer) => {
      expect(answer.record('data')).toMatchObject({
        isMetadataBlockRoot: true,
        isFacetRoot: true,
        inputLevels: [{ datasetFieldTypeName: 'geographicCoverage', required: true, include: true }],
      });
    },
  },
  ...['name', 'alias', 'collectionContacts'].map((key): ContractCase => ({
    row: 'collections.create',
    shows: `refuses a body without ${key}`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: without(key) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: new RegExp(key),
  })),
  ...(
    [
      ['a blank name', { name: '  ' }, 400, 'BAD_USER_INPUT'],
      ['an alias of digits only', { alias: '12345' }, 400, 'BAD_USER_INPUT'],
      ['an alias with a space', { alias: 'a b' }, 400, 'BAD_USER_INPUT'],
      ['an alias of 61 characters', { alias: 'a'.repeat(61) }, 400, 'BAD_USER_INPUT'],
      ['no contact', { collectionContacts: [] }, 400, 'BAD_USER_INPUT'],
      ['an invalid contact', { collectionContacts: [{ contactEmail: 'nobody' }] }, 400, 'BAD_USER_INPUT'],
      ['an unknown block', { metadataBlocks: { metadataBlockNames: ['nosuch'] } }, 400, 'BAD_USER_INPUT'],
      ['an unknown facet', { metadataBlocks: { facetIds: ['nosuch'] } }, 400, 'BAD_USER_INPUT'],
      ['a field that is no facet', { metadataBlocks: { facetIds: ['notesText'] } }, 400, 'BAD_USER_INPUT'],
      [
        'blocks of its own and inherited',
        { metadataBlocks: { metadataBlockNames: ['citation'], inheritMetadataBlocksFromParent: true } },
        400,
        'BAD_USER_INPUT',
      ],
      [
        'facets of its own and inherited',
        { metadataBlocks: { facetIds: ['authorName'], inheritFacetsFromParent: true } },
        400,
        'BAD_USER_INPUT',
      ],
      [
        'a field that is required and hidden',
        { metadataBlocks: { inputLevels: [{ datasetFieldTypeName: 'subtitle', required: true, include: false }] } },
        400,
        'BAD_USER_INPUT',
      ],
      [
        'an input level of an unknown field',
        { metadataBlocks: { inputLevels: [{ datasetFieldTypeName: 'nosuch', required: true, include: true }] } },
        400,
        'BAD_USER_INPUT',
      ],
      ['a choice of file identifiers', { filePIDsEnabled: true }, 403, 'FILE_PIDS_NOT_CONFIGURABLE'],
      ['a file limit of a user', { datasetFileCountLimit: 5 }, 403, 'FILE_LIMIT_FORBIDDEN'],
    ] as const
  ).map(([what, more, status, errorCode]): ContractCase => ({
    row: 'collections.create',
    shows: `refuses ${what}`,
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: collectionBody(more) }),
    status,
    errorCode,
  })),
  {
    row: 'collections.create',
    shows: 'refuses an alias that is taken in another case',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], json: collectionBody({ alias: open.alias.toUpperCase() }) }),
    status: 403,
    errorCode: 'COLLECTION_ALIAS_TAKEN',
  },
  {
    row: 'collections.create',
    shows: 'names a collection that does not exist',
    as: 'owner',
    given: () => ({ path: ['no-such-place'], json: collectionBody() }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
    message: /no-such-place/,
  },
  {
    row: 'collections.create',
    shows: 'is not for guests',
    given: ({ open }) => ({ path: [open.alias], json: collectionBody() }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.create',
    shows: 'needs AddCollection',
    as: 'stranger',
    given: ({ open }) => ({ path: [open.alias], json: collectionBody() }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
    message: /^User @stranger-\w+ is not permitted/,
  },
  {
    row: 'collections.create',
    shows: 'refuses a body that is not JSON before it looks for the collection',
    as: 'owner',
    given: () => ({ path: ['no-such-place'], raw: '{"name":', headers: { 'Content-Type': 'application/json' } }),
    status: 400,
    errorCode: 'MALFORMED_JSON',
  },
  {
    row: 'collections.create',
    shows: 'refuses a bad token before anything else',
    given: () => ({ path: ['no-such-place'], raw: '{', headers: { 'X-Service-key': 'nonsense' } }),
    status: 401,
    errorCode: 'INVALID_API_TOKEN',
    message: /Bad API key/,
  },
  {
    row: 'collections.create',
    shows: 'does not look at the content type',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], raw: JSON.stringify(collectionBody()), headers: { 'Content-Type': 'text/plain' } }),
    status: 201,
  },
  {
    row: 'collections.createRoot',
    shows: 'refuses a second root',
    as: 'superuser',
    given: () => ({ json: collectionBody() }),
    status: 403,
    errorCode: 'ROOT_COLLECTION_EXISTS',
  },
  {
    row: 'collections.createRoot',
    shows: 'is not for guests',
    given: () => ({ json: collectionBody() }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
];

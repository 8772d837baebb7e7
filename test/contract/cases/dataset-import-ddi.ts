import { expect } from 'vitest';
import { readJson } from '../../support/json-reader.ts';
import type { ContractCase } from './contract-case.ts';
import { freshPid } from './dataset-import.ts';

const ROW = 'collections.datasets.importddi';

/** The whole description of a small study; `parts` are put in place of what they name. */
function ddi(
  parts: {
    readonly idNo?: string;
    readonly subject?: string;
    readonly abstract?: string;
    readonly notes?: string;
    readonly titl?: string;
  } = {},
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<codeBook xmlns="ddi:codebook:2_5" version="2.5">
<docDscr><citation><titlStmt><titl>Finch beaks</titl></titlStmt></citation></docDscr>
<stdyDscr><citation><titlStmt>${parts.titl ?? '<titl>Finch beaks</titl>'}${parts.idNo ?? ''}</titlStmt>
<rspStmt><AuthEnty affiliation="Birds Inc.">Finch, Fiona</AuthEnty></rspStmt>
<distStmt><distrbtr source="archive">Demo Repository</distrbtr><contact email="finch@example.org">Finch, Fiona</contact></distStmt></citation>
<stdyInfo>${parts.subject ?? ''}<abstract date="2026-01-15">${parts.abstract ?? 'Beak sizes.'}</abstract></stdyInfo>
<dataAccs><notes type="DVN:TOU" level="dv">${parts.notes ?? '&lt;a href="http://creativecommons.org/publicdomain/zero/1.0"&gt;CC0 1.0&lt;/a&gt;'}</notes></dataAccs></stdyDscr>
<fileDscr ID="f1"><fileTxt><fileName>ignored.tab</fileName></fileTxt></fileDscr>
<dataDscr><var ID="v1" name="ignored"/></dataDscr>
</codeBook>`;
}

const SUBJECT =
  '<subject><keyword xml:lang="en">Medicine, Health and Life Sciences</keyword><keyword vocab="MeSH">beak</keyword></subject>';

/** Values of a top-level field of the citation block. */
function citationValue(
  answer: { record(path: string): Readonly<Record<string, unknown>>; list(path: string): readonly unknown[] },
  name: string,
): unknown {
  const field = answer.list('data.metadataBlocks.citation.fields').find((one) => readJson(one).at('typeName') === name);
  return field === undefined ? undefined : readJson(field).at('value');
}

const hostile = (
  [
    ['what is no XML', 'no XML', /line 1, column/],
    ['a tag that is not closed', ddi().replace('</stdyInfo>', ''), /not well-formed at line \d+, column \d+/],
    ['an undefined entity', ddi({ abstract: '&nbsp;' }), /not well-formed at line \d+, column \d+/],
    ['another root', '<study xmlns="ddi:codebook:2_5"/>', /root element.*study.*codeBook/],
    ['a code book without a study', '<codeBook xmlns="ddi:codebook:2_5"/>', /stdyDscr/],
    ['an empty body', '', /./],
    [
      'entities that grow',
      `<!DOCTYPE codeBook [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]>${ddi({ abstract: '&c;' }).replace(/^<\?.*\?>/, '')}`,
      /document type/,
    ],
    [
      'an external entity',
      `<!DOCTYPE codeBook [<!ENTITY secret SYSTEM "file:///etc/passwd">]>${ddi({ abstract: '&secret;' }).replace(/^<\?.*\?>/, '')}`,
      /document type/,
    ],
    [
      'an external document type',
      `<!DOCTYPE codeBook SYSTEM "http://127.0.0.1:9/ddi.dtd">${ddi().replace(/^<\?.*\?>/, '')}`,
      /document type/,
    ],
    ['deep nesting', ddi({ abstract: `${'<p>'.repeat(5000)}x${'</p>'.repeat(5000)}` }), /nests more than/],
    ['another encoding than it declares', ddi().replace('UTF-8', 'ISO-8859-1'), /ISO-8859-1.*UTF-8/],
  ] as const
).map(([what, raw, message]): ContractCase => ({
  row: ROW,
  shows: `refuses ${what}`,
  as: 'superuser',
  given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid() }, raw }),
  status: 400,
  errorCode: 'MALFORMED_XML',
  message,
}));

/** Cases of importing datasets that are described in DDI. Source: datasets.md 4.4. */
export const datasetImportDdiCases: readonly ContractCase[] = [
  {
    row: ROW,
    shows: 'makes a draft of a description, with the identifier given',
    as: 'superuser',
    given: ({ open }) => ({
      path: [open.alias],
      query: { pid: freshPid() },
      raw: ddi({ subject: SUBJECT }),
      headers: { 'Content-Type': 'application/xml' },
    }),
    status: 201,
    keys: ['id', 'persistentId'],
    holds: async (answer, { callers }) => {
      expect(answer.headers.get('location')).toMatch(new RegExp(`/api/datasets/${answer.number('data.id')}$`));
      const seen = await callers.superuser.rest.get(`/api/datasets/${answer.number('data.id')}/versions/:draft`);
      expect(citationValue(seen, 'title')).toBe('Finch beaks');
      expect(citationValue(seen, 'subject')).toEqual(['Medicine, Health and Life Sciences']);
      expect(citationValue(seen, 'keyword')).toEqual([
        { keywordValue: expect.objectContaining({ value: 'beak' }), keywordVocabulary: expect.objectContaining({ value: 'MeSH' }) },
      ]);
      expect(citationValue(seen, 'datasetContact')).toEqual([
        {
          datasetContactName: expect.objectContaining({ value: 'Finch, Fiona' }),
          datasetContactEmail: expect.objectContaining({ value: 'finch@example.org' }),
        },
      ]);
      expect(citationValue(seen, 'distributor')).toBeUndefined();
      expect(seen.at('data.license.name')).toBe('CC0 1.0');
      expect(seen.at('data.files')).toEqual([]);
    },
  },
  {
    row: ROW,
    shows: 'releases at once; a subject that is missing is filled in, and not shown',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid(), release: 'yes' }, raw: ddi() }),
    status: 201,
    keys: ['id', 'persistentId', 'releaseCompleted'],
    holds: async (answer, { callers, server }) => {
      const seen = await callers.guest.rest.get(`/api/datasets/${answer.number('data.id')}/versions/1.0`);
      expect(seen.at('data.versionState')).toBe('RELEASED');
      expect(citationValue(seen, 'subject')).toBeUndefined();
      const { sql } = server.application.connection;
      const [stored] = await sql<
        { metadata: string }[]
      >`select metadata::text from dataset_version where dataset_id = ${answer.number('data.id')}`;
      expect(stored?.metadata).toMatch(/"typeName":"subject"[^}]*"value":\["N\/A"\]/);
    },
  },
  {
    row: ROW,
    shows: 'keeps an identifier that others manage, when it is given',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid().replace('10.5072', '10.9999') }, raw: ddi() }),
    status: 201,
    holds: (answer) => expect(answer.text('data.persistentId')).toMatch(/^doi:10\.9999\//),
  },
  ...(
    [
      ['DOI', ''],
      ['DOI', 'doi:'],
      ['doi', 'https://doi.org/'],
    ] as const
  ).map(([agency, prefix]): ContractCase => ({
    row: ROW,
    shows: `takes the identifier of the study, of the agency ${agency} and beginning with "${prefix}"`,
    as: 'superuser',
    given: ({ open }) => ({
      path: [open.alias],
      raw: ddi({ idNo: `<IDNo agency="ICPSR">4711</IDNo><IDNo agency="${agency}">${prefix}${freshPid().replace('doi:', '')}</IDNo>` }),
    }),
    status: 201,
    holds: async (answer, { callers }) => {
      expect(answer.text('data.persistentId')).toMatch(/^doi:10\.5072\/FK2\/IMPORT-/);
      const seen = await callers.superuser.rest.get(`/api/datasets/${answer.number('data.id')}/versions/:draft`);
      expect(citationValue(seen, 'otherId')).toEqual([
        { otherIdAgency: expect.objectContaining({ value: 'ICPSR' }), otherIdValue: expect.objectContaining({ value: '4711' }) },
      ]);
    },
  })),
  {
    row: ROW,
    shows: 'mints an identifier where there is none',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], raw: ddi() }),
    status: 201,
    holds: async (answer, { callers }) => {
      expect(answer.text('data.persistentId')).toMatch(/^doi:10\.5072\/FK2\/[A-Z0-9]{6}$/);
      const given = await callers.superuser.rest.get(`/api/datasets/${answer.number('data.id')}/assignments`);
      expect(given.list('data').map((one) => readJson(one).at('_roleAlias'))).toContain('curator');
    },
  },
  {
    row: ROW,
    shows: 'refuses the identifier of a study that others manage',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], raw: ddi({ idNo: '<IDNo agency="DOI">doi:10.9999/ABC</IDNo>' }) }),
    status: 403,
    errorCode: 'PERSISTENT_ID_NOT_MANAGED',
  },
  {
    row: ROW,
    shows: 'refuses a malformed identifier of a study',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], raw: ddi({ idNo: '<IDNo agency="DOI">not a doi</IDNo>' }) }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /not a doi/,
  },
  {
    row: ROW,
    shows: 'refuses an identifier that a dataset has already',
    as: 'superuser',
    given: ({ open, draft }) => ({ path: [open.alias], query: { pid: draft.persistentId }, raw: ddi() }),
    status: 409,
    errorCode: 'PERSISTENT_ID_TAKEN',
  },
  {
    row: ROW,
    shows: 'refuses an identifier of other characters',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { pid: 'doi:10.5072/FK2/A B' }, raw: ddi() }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: ROW,
    shows: 'needs what every dataset needs, but for the subject',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid() }, raw: ddi({ titl: '' }) }),
    status: 403,
    errorCode: 'DATASET_METADATA_INVALID',
    message: /^Validation Failed: Title is required\.$/,
  },
  {
    row: ROW,
    shows: 'refuses a licence that the installation does not have',
    as: 'superuser',
    given: ({ open }) => ({
      path: [open.alias],
      query: { pid: freshPid() },
      raw: ddi({ notes: '&lt;a href="http://example.org/l"&gt;Own&lt;/a&gt;' }),
    }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
    message: /http:\/\/example\.org\/l/,
  },
  {
    row: ROW,
    shows: 'releases nothing into a collection that is not published',
    as: 'superuser',
    given: ({ closed }) => ({ path: [closed.alias], query: { pid: freshPid(), release: 'yes' }, raw: ddi() }),
    status: 403,
    errorCode: 'COLLECTION_NOT_PUBLISHED',
  },
  {
    row: ROW,
    shows: 'releases what has neither licence nor terms under the default licence',
    as: 'superuser',
    given: ({ open }) => ({
      path: [open.alias],
      query: { pid: freshPid(), release: 'yes' },
      raw: ddi({ notes: '' }).replace(/<dataAccs>.*<\/dataAccs>/, ''),
    }),
    status: 201,
    holds: async (answer, { callers }) => {
      const read = await callers.guest.rest.get(`/api/datasets/${answer.number('data.id')}/versions/1.0`);
      expect(read.at('data.license.name')).toBe('CC0 1.0');
    },
  },
  ...hostile,
  {
    row: ROW,
    shows: 'refuses bytes that are not UTF-8',
    as: 'superuser',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid() }, raw: Buffer.from(ddi(), 'utf16le') }),
    status: 400,
    errorCode: 'BAD_USER_INPUT',
  },
  {
    row: ROW,
    shows: 'needs a superuser',
    as: 'owner',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid() }, raw: ddi() }),
    status: 403,
    errorCode: 'SUPERUSER_REQUIRED',
  },
  {
    row: ROW,
    shows: 'is not for guests',
    given: ({ open }) => ({ path: [open.alias], query: { pid: freshPid() }, raw: ddi() }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  },
  {
    row: ROW,
    shows: 'names an unknown collection',
    as: 'superuser',
    given: () => ({ path: ['nowhere'], query: { pid: freshPid() }, raw: ddi() }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
];

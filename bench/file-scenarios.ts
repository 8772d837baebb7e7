/** The rows about datasets with very many files: pages of them, and adding one more. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { callApi } from './api-client.ts';
import { isChosen } from './options.ts';
import { get, graphql, type Question, randomNumbers, type Scenario } from './scenarios.ts';
import { FEW_FILES, type FileSizes, type SeededFiles } from './seed-files.ts';
import type { Step, StepScenario } from './steps.ts';

/** Names of the rows; of those of pages, without what they are compared with. */
const FILE_ROWS = {
  first: 'Files: REST first 100 of 100,000',
  middle: 'Files: REST 100 in the middle of 100,000',
  tagged: 'Files: REST first 100 with a tag of 100,000',
  typed: 'Files: REST first 100 of a media type of 100,000',
  searched: 'Files: REST first 100 with a text of 100,000',
  graphql: 'Files: GraphQL 100 in the middle of 100,000',
  add: 'Files: add one to 100,000, against an empty dataset',
} as const;
const AGAINST_FEW = ', against 1,000 files';

/** Whether a choice of rows has one of these. */
export function hasFileScenario(only: string): boolean {
  return Object.values(FILE_ROWS).some((name) => isChosen(name, only) || (name !== FILE_ROWS.add && isChosen(name + AGAINST_FEW, only)));
}

const PAGE = 100;

const FILES_QUERY = `query ($id: Int!, $after: String) {
  dataset(reference: { databaseId: $id }) {
    latestVersion {
      files(first: 100, after: $after) {
        nodes {
          databaseId label directoryLabel description restricted categories
          dataFile { databaseId contentType sizeBytes storageIdentifier checksum { type value } creationDate publicationDate }
        }
        pageInfo { hasNextPage }
      }
    }
  }
}`;

const CURSORS_QUERY = `query ($id: Int!, $after: String) {
  dataset(reference: { databaseId: $id }) {
    latestVersion { files(first: 100, after: $after) { nodes { databaseId label } pageInfo { hasNextPage endCursor } } }
  }
}`;

const cursorPage = z.object({
  data: z.object({
    dataset: z.object({
      latestVersion: z.object({
        files: z.object({
          nodes: z.array(z.object({ databaseId: z.number(), label: z.string() })),
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string() }),
        }),
      }),
    }),
  }),
});

/** Where a page ends, as each side names it. */
interface PageEnd {
  readonly cursor: string;
  readonly id: number;
  readonly label: string;
}

/** Ends of the pages in the middle half of a dataset's files, found as any client finds them. */
async function readPageEnds(serverUrl: string, dataset: number, files: number): Promise<PageEnd[]> {
  const ends: PageEnd[] = [];
  let after: string | null = null;
  for (let page = 1; page <= (files * 3) / 4 / PAGE; page += 1) {
    const response: Response = await fetch(`${serverUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: CURSORS_QUERY, variables: { id: dataset, after } }),
    });
    const { nodes, pageInfo } = cursorPage.parse(await response.json()).data.dataset.latestVersion.files;
    const last = nodes.at(-1);
    if (last === undefined || !pageInfo.hasNextPage) return ends;
    if (page >= files / 4 / PAGE) ends.push({ cursor: pageInfo.endCursor, id: last.databaseId, label: last.label });
    after = pageInfo.endCursor;
  }
  return ends;
}

/** Parts of a version's files, a tenth or two of them. */
const FILTERS = {
  tagged: 'categoryName=Documentation',
  typed: 'contentType=text/markdown',
  searched: 'searchText=station%204',
} as const;

/** Makes a page of a dataset a request of ours and of the reference's. */
function restPage(dataset: number, query: string): Question {
  return {
    ours: get(`/api/datasets/${dataset}/versions/:latest-published/files?limit=${PAGE}&${query}`),
    reference: get(`/files/${dataset}?limit=${PAGE}&${query}`),
  };
}

/** A row against the same page of a dataset of 1,000 files, and one against the hand-written server. */
function bothRows(name: string, large: () => Question, few: () => Question): Scenario[] {
  return [
    {
      name: name + AGAINST_FEW,
      reference: 'ours',
      wanted: 0.5,
      draw: () => ({ ours: large().ours, reference: few().ours }),
    },
    { name, reference: 'hand-written', wanted: 0.4, draw: large },
  ];
}

/** Rows that load both sides. */
export async function prepareFileScenarios(serverUrl: string, seeded: SeededFiles, { files }: FileSizes): Promise<Scenario[]> {
  const { large, few } = seeded;
  const below = randomNumbers();
  const ends = { large: await readPageEnds(serverUrl, large, files), few: await readPageEnds(serverUrl, few, FEW_FILES) };
  // A page that begins anywhere in the middle half.
  const middle = (dataset: number, count: number) => restPage(dataset, `offset=${Math.floor(count / 4) + below(Math.floor(count / 2))}`);
  const afterEnd = (dataset: number, known: readonly PageEnd[]): Question => {
    const end = known[below(known.length)];
    if (end === undefined) throw new Error('The files have no middle.');
    return {
      ours: graphql(FILES_QUERY, { id: dataset, after: end.cursor }),
      reference: get(`/files-query/${dataset}?label=${encodeURIComponent(end.label)}&id=${end.id}`),
    };
  };
  return [
    ...bothRows(
      FILE_ROWS.first,
      () => restPage(large, 'offset=0'),
      () => restPage(few, 'offset=0'),
    ),
    ...bothRows(
      FILE_ROWS.middle,
      () => middle(large, files),
      () => middle(few, FEW_FILES),
    ),
    ...(['tagged', 'typed', 'searched'] as const).flatMap((row) =>
      bothRows(
        FILE_ROWS[row],
        () => restPage(large, FILTERS[row]),
        () => restPage(few, FILTERS[row]),
      ),
    ),
    ...bothRows(
      FILE_ROWS.graphql,
      () => afterEnd(large, ends.large),
      () => afterEnd(few, ends.few),
    ),
  ];
}

const made = z.object({ id: z.number() });

function addTo(serverUrl: string, dataset: number): Promise<unknown> {
  const form = new FormData();
  const name = randomBytes(8).toString('hex');
  form.set('jsonData', JSON.stringify({ description: 'One more', categories: ['Data'] }));
  form.set('file', new Blob([`${name}\n`.repeat(20)], { type: 'text/plain' }), `${name}.txt`);
  return callApi(`${serverUrl}/api/datasets/${dataset}/add`, 'POST', form);
}

/** Rows of single steps. */
export async function fileSteps(serverUrl: string, seeded: SeededFiles, collection: string): Promise<StepScenario[]> {
  const minimal = await readFile(join(import.meta.dirname, '..', 'data', 'examples', 'minimal.json'), 'utf8');
  let empty = 0;
  const addToEmpty: Step = {
    prepare: async () => {
      empty = made.parse(await callApi(`${serverUrl}/api/collections/${collection}/datasets`, 'POST', minimal)).id;
    },
    run: () => addTo(serverUrl, empty),
  };
  return [
    {
      name: FILE_ROWS.add,
      wanted: 0.67,
      ours: { run: () => addTo(serverUrl, seeded.changedLarge) },
      reference: addToEmpty,
    },
  ];
}

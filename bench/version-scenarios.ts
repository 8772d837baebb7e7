/** The rows about the life of a dataset: creating it, its list of versions, editing and publishing it at any size. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { callApi, callGraphql } from './api-client.ts';
import { isChosen } from './options.ts';
import { get, type Scenario } from './scenarios.ts';
import type { SeededFiles } from './seed-files.ts';
import type { Step, StepScenario } from './steps.ts';

/** Names of the rows. */
const VERSION_ROWS = {
  create: 'Datasets: create with 30 fields, 8 clients',
  versions: 'Datasets: 50 versions without files',
  editLarge: 'Datasets: edit a field beside 100,000 files and 50 versions, against 10 and 2',
  editOften: 'Datasets: edit a field beside 50 versions, against 2',
  publish: 'Datasets: publish a version of 100,000 files, against 10',
} as const;

/** Whether a choice of rows has one of these. */
export function hasVersionScenario(only: string): boolean {
  return Object.values(VERSION_ROWS).some((name) => isChosen(name, only));
}

const FIELDS = 30;
const CREATE_CLIENTS = 8;

const EDIT = `mutation ($input: EditDatasetMetadataInput!) {
  editDatasetMetadata(input: $input) { datasetVersion { databaseId state title } }
}`;

const example = z.looseObject({
  datasetVersion: z.looseObject({ metadataBlocks: z.looseObject({ citation: z.looseObject({ fields: z.array(z.unknown()) }) }) }),
});

/** A dataset with 30 fields of every kind that the citation block has. */
async function datasetOf30Fields(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '..', 'data', 'examples', 'social-science-survey.json'), 'utf8');
  const { datasetVersion } = example.parse(JSON.parse(text));
  const { citation } = datasetVersion.metadataBlocks;
  const fields = citation.fields.slice(0, FIELDS);
  if (fields.length < FIELDS) throw new Error(`The example has no ${FIELDS} fields.`);
  return JSON.stringify({ datasetVersion: { ...datasetVersion, metadataBlocks: { citation: { ...citation, fields } } } });
}

/** Sets the subtitle of the draft, which is made if there is none. GraphQL: the REST answer lists all files. */
function editing(serverUrl: string, dataset: number): Step {
  let count = 0;
  return {
    run: () => {
      count += 1;
      const native = { fields: [{ typeName: 'subtitle', value: `Edited ${count} times` }] };
      return callGraphql(serverUrl, EDIT, { input: { dataset: { databaseId: dataset }, values: { native }, replace: true } });
    },
  };
}

function publishing(serverUrl: string, dataset: number): Step {
  const edit = editing(serverUrl, dataset);
  return {
    prepare: async () => {
      await edit.run();
    },
    run: () => callApi(`${serverUrl}/api/datasets/${dataset}/actions/:publish?type=minor`, 'POST'),
  };
}

const created = z.object({ status: z.string(), data: z.record(z.string(), z.unknown()) });

/** Rows that load both sides. */
export async function prepareVersionScenarios(seeded: SeededFiles, collection: string): Promise<Scenario[]> {
  const body = await datasetOf30Fields();
  return [
    {
      name: VERSION_ROWS.create,
      reference: 'hand-written',
      wanted: 0.5,
      connections: CREATE_CLIENTS,
      // Ids and identifiers differ, what is answered does not.
      compared: (answer) => {
        const { status, data } = created.parse(answer);
        return { status, keys: Object.keys(data) };
      },
      draw: () => ({
        ours: { method: 'POST', path: `/api/collections/${collection}/datasets`, body, asSuperuser: true },
        reference: { method: 'POST', path: `/create/${collection}`, body },
      }),
    },
    {
      name: VERSION_ROWS.versions,
      reference: 'hand-written',
      wanted: 0.5,
      draw: () => ({
        ours: get(`/api/datasets/${seeded.large}/versions?excludeFiles=true`),
        reference: get(`/versions/${seeded.large}`),
      }),
    },
  ];
}

/** Rows of single steps. */
export function versionSteps(serverUrl: string, seeded: SeededFiles): StepScenario[] {
  return [
    {
      name: VERSION_ROWS.editLarge,
      wanted: 0.67,
      ours: editing(serverUrl, seeded.changedLarge),
      reference: editing(serverUrl, seeded.changedSmall),
    },
    {
      name: VERSION_ROWS.editOften,
      wanted: 0.67,
      ours: editing(serverUrl, seeded.changedOften),
      reference: editing(serverUrl, seeded.changedSmall),
    },
    {
      name: VERSION_ROWS.publish,
      wanted: 0.33,
      ours: publishing(serverUrl, seeded.changedLarge),
      reference: publishing(serverUrl, seeded.changedSmall),
    },
  ];
}

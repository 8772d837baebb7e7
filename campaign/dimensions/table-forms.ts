/** Forms of a table that are asked for: names, ids of variables, and forms that are made. */
import type { Dimension } from '../dimension.ts';
import { graphqlRequest } from './graphql-request.ts';

const DOWNLOAD = `query ($id: Int!, $form: FileFormInput) {
  file(reference: { databaseId: $id }) {
    download(form: $form, counted: false) { sizeBytes etag }
  } }`;

/**
 * A form of the table of 20,000 rows is made in a process of its own, which loads an engine or a writer first: some seconds of a processor,
 * once for each form.
 */
const MAKING = { total: 5000 };
const FORMATS = ['prep', 'csv', 'jsonl', 'RData', 'parquet', 'arrow'];

const numbers = (count: number): string => Array.from({ length: count }, (_, index) => index).join(',');

/** Forms by what grows in them. */
const forms: Readonly<Record<string, readonly [to: number, form: (size: number) => object]>> = {
  'the name of a format': [5_000_000, (n) => ({ format: 'x'.repeat(n) })],
  'ids of a subset': [600_000, (n) => ({ variables: numbers(n) })],
  'an id of a subset again and again': [2_000_000, (n) => ({ variables: '1,'.repeat(n) })],
  'digits of an id of a subset': [5_000_000, (n) => ({ variables: '1'.repeat(n) })],
  'letters before an id of a subset': [5_000_000, (n) => ({ variables: 'v'.repeat(n) })],
  'blanks of a subset': [5_000_000, (n) => ({ variables: ' '.repeat(n) })],
};

/** Parameters of the row by name. Node takes 16 KB of request line and headers. */
const parameters: Readonly<Record<string, (size: number) => string>> = {
  'a parameter format': (n) => `format=${'csv,'.repeat(n / 4)}`,
  'a parameter variables': (n) => `variables=${'1,v'.repeat(n / 3)}`,
  'parameters of one name': (n) => 'format=csv&'.repeat(n / 11),
};

export const tableFormDimensions: readonly Dimension[] = [
  ...Object.entries(forms).map(([kind, [to, form]]): Dimension => ({
    name: `table forms: ${kind}`,
    as: 'depositor',
    sizes: [1, to],
    requests: async (size, world) => graphqlRequest(DOWNLOAD, { id: await world.table(), form: form(size) }),
  })),
  ...Object.entries(parameters).map(([kind, query]): Dimension => ({
    name: `table forms: ${kind}`,
    as: 'depositor',
    sizes: [64, 15_000],
    bound: MAKING,
    requests: async (size, world) => ({ path: `/api/access/datafile/${await world.table()}?${query(size)}` }),
  })),
  {
    name: 'table forms: formats of one table',
    as: 'depositor',
    sizes: [1, FORMATS.length],
    background: true,
    bound: MAKING,
    requests: async (size, world) => ({ path: `/api/access/datafile/${await world.table()}?gbrecs=true&format=${FORMATS[size - 1]}` }),
  },
  {
    // Each is made: of this table, ids are some of the first hundred.
    name: 'table forms: different subsets of one table',
    as: 'depositor',
    sizes: [1, 12],
    background: true,
    bound: MAKING,
    requests: async (size, world) => {
      const id = await world.table();
      return Array.from({ length: size }, (_, index) => ({
        path: `/api/access/datafile/${id}?gbrecs=true&variables=${numbers(100).replace(`,${index},`, ',')}`,
      }));
    },
  },
  {
    // The first one makes the form for R; each describes the variables anew.
    name: 'table forms: bundles of one table',
    as: 'depositor',
    sizes: [1, 50],
    background: true,
    bound: MAKING,
    requests: async (size, world) => {
      const id = await world.table();
      return Array.from({ length: size }, () => ({ path: `/api/access/datafile/bundle/${id}?gbrecs=true` }));
    },
  },
];

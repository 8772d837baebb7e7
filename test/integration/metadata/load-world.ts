import pino from 'pino';
import { createApplication } from '../../../src/application.ts';
import { readConfig } from '../../../src/config.ts';
import type { BlockDefinition } from '../../../src/model/metadata/block-definition.ts';
import { createHttpServer } from '../../../src/server.ts';
import type { RestAnswer } from '../../support/rest-client.ts';
import { type Caller, exampleDataset, type SeededCollection, succeeded } from '../../support/seed.ts';
import type { TestServer } from '../../support/server.ts';
import { readJson } from '../../support/json-reader.ts';

/** Sends a table. */
export function sendTable({ rest }: Caller, table: string): Promise<RestAnswer> {
  return rest.send('/api/admin/datasetfield/load', {
    method: 'POST',
    raw: table,
    headers: { 'Content-Type': 'text/tab-separated-values' },
  });
}

/** Messages of the report of a refused load. */
export function faultsOf(answer: RestAnswer): string[] {
  return answer.list('errors').map((fault) => readJson(fault).text('message'));
}

export interface SentField {
  readonly typeName: string;
  readonly multiple: boolean;
  readonly typeClass: string;
  readonly value: unknown;
}

/** The smallest dataset with these fields besides. */
export function datasetWith(...fields: readonly SentField[]): unknown {
  const { datasetVersion } = exampleDataset('minimal');
  const blocks = readJson(datasetVersion).record('metadataBlocks');
  return { datasetVersion: { ...datasetVersion, metadataBlocks: { ...blocks, own: { displayName: 'Own', fields } } } };
}

/** Creates a dataset with these fields besides. */
export function sendDataset({ rest }: Caller, collection: SeededCollection, ...fields: readonly SentField[]): Promise<RestAnswer> {
  return rest.post(`/api/collections/${collection.alias}/datasets`, datasetWith(...fields));
}

/** Fields of one block of the draft. */
export async function fieldsOf({ rest }: Caller, datasetId: number, block: string): Promise<unknown> {
  return succeeded(await rest.get(`/api/datasets/${datasetId}/versions/:draft`)).at(`data.metadataBlocks.${block}.fields`);
}

/** A block as the process has it in memory. */
export function blockOf(server: TestServer, name: string): BlockDefinition {
  const block = server.application.services.blocks.current().findBlock(name);
  if (block === undefined) throw new Error(`There is no block ${name}.`);
  return block;
}

export interface SecondServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A second server on the same installation: like another process it shares the database and no memory. */
export async function startSecond({ databaseUrl, dataDir }: TestServer): Promise<SecondServer> {
  const config = readConfig({ DATA_DIR: dataDir });
  const log = pino({ level: 'silent' });
  const application = await createApplication({ config, databaseUrl, siteUrl: 'http://127.0.0.1', log });
  const http = await createHttpServer(application, config, log);
  const port = await new Promise<number>((resolve) => {
    http.server.listen(0, '127.0.0.1', () => {
      const address = http.server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await http.drain(1000);
      await application.close();
    },
  };
}

import { createServer, type IncomingHttpHeaders, request as httpRequest, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import express from 'express';
import { parse } from 'graphql';
import type { Credentials } from '../../../src/rest-compat/credentials.ts';
import type { RestOptions } from '../../../src/rest-compat/exchange.ts';
import type { Route } from '../../../src/rest-compat/route.ts';
import { createRestRouter } from '../../../src/rest-compat/router.ts';
import type { OperationResult } from '../../../src/rest-compat/run-operation.ts';
import { createLocalStorage } from '../../support/local-storage.ts';
import type { FileStorage } from '../../../src/storage/file-storage.ts';

/** A document of the name given, for routes whose execution is observed and not run. */
export function operation(text: string): TypedDocumentNode<unknown, Record<string, unknown>> {
  return parse(text);
}

export interface Execution {
  readonly name: string;
  readonly variables: Record<string, unknown>;
  readonly caller: Credentials;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: () => unknown;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

export interface RestServer {
  readonly storage: FileStorage;
  readonly storageRoot: string;
  readonly executions: Execution[];
  readonly logged: unknown[];
  readonly origin: string;
  readonly send: (target: string, sent?: Sent) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

export interface ServerChoices extends Partial<
  Pick<RestOptions<Credentials>, 'corsOrigins' | 'blocking' | 'siteUrl' | 'maximumBodyBytes' | 'isDraining' | 'authenticate'>
> {
  readonly execute?: (execution: Execution, storage: FileStorage) => Promise<OperationResult>;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('The server listens on no port.'));
    });
  });
}

/** Starts the router over real HTTP and a real local storage; the operations are answered by `execute`. */
export async function startRestServer(routes: readonly Route[], choices: ServerChoices = {}): Promise<RestServer> {
  const { execute = async () => ({ data: {} }), ...given } = choices;
  const storageRoot = await mkdtemp(join(tmpdir(), 'rest-'));
  const storage = createLocalStorage({ root: storageRoot });
  const executions: Execution[] = [];
  const logged: unknown[] = [];
  const router = createRestRouter<Credentials>({
    routes,
    storage,
    corsOrigins: 'ledger',
    authenticate: async (credentials) => credentials,
    log: { error: (facts) => logged.push(facts) },
    execute: async (document, variables, caller) => {
      const [definition] = document.definitions;
      const name = definition?.kind === 'OperationDefinition' ? (definition.name?.value ?? '') : '';
      const execution = { name, variables, caller };
      executions.push(execution);
      return execute(execution, storage);
    },
    ...given,
  });
  const server = createServer(express().use(router));
  const port = await listen(server);

  // Not `fetch`: it rewrites paths and headers before they leave.
  function send(target: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sending = httpRequest({ host: '127.0.0.1', port, path: target, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) });
        });
      });
      sending.on('error', reject);
      sending.end(body);
    });
  }

  return {
    storage,
    storageRoot,
    executions,
    logged,
    origin: `http://127.0.0.1:${port}`,
    send,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(storageRoot, { recursive: true, force: true });
    },
  };
}

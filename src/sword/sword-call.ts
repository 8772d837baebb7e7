import type { IncomingMessage } from 'node:http';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { DepositAddresses } from '../formats/sword/write-documents.ts';
import type { DatasetReference } from '../resolvers/generated/resolver-types.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { DomainError } from '../errors/domain-error.ts';
import { inAddress, type SwordTarget } from './sword-path.ts';

/** Runs an operation as the depositor. @throws DomainError with the code of the first error. */
export type RunAsDepositor = <Data, Variables>(operation: TypedDocumentNode<Data, Variables>, variables: Variables) => Promise<Data>;

/** A request of a depositor. */
export interface SwordCall {
  readonly request: IncomingMessage;
  readonly target: SwordTarget;
  /** Where the addresses of the interface begin. */
  readonly base: string;
  readonly run: RunAsDepositor;
  readonly storage: FileStorage;
}

/** What is answered. */
export interface SwordAnswer {
  readonly status: 200 | 201 | 202 | 204;
  readonly type?: string;
  /** Whole, or in pieces of which the first can no longer be refused. */
  readonly body?: string | AsyncIterable<string>;
  readonly location?: string;
}

export const ENTRY_TYPE = 'application/atom+xml;type=entry;charset=UTF-8';
export const FEED_TYPE = 'application/atom+xml;type=feed;charset=UTF-8';

/** The dataset that an address names. @throws DomainError DATASET_NOT_FOUND where it names none */
export function namedDataset({ name }: SwordTarget): DatasetReference {
  if (name !== '') return { persistentId: name };
  throw new DomainError('DATASET_NOT_FOUND', 'The address names no dataset: its persistent identifier is missing.');
}

/** Where a dataset is in the interface. */
export function addressesOf(base: string, persistentId: string): DepositAddresses {
  const name = inAddress(persistentId);
  return {
    edit: `${base}/edit/study/${name}`,
    editMedia: `${base}/edit-media/study/${name}`,
    statement: `${base}/statement/study/${name}`,
  };
}

/** A found object. @throws DomainError for one that is not there */
export function found<Value>(value: Value | null | undefined, code: 'DATASET_NOT_FOUND' | 'COLLECTION_NOT_FOUND', name: string): Value {
  if (value !== null && value !== undefined) return value;
  throw new DomainError(code, `There is no ${code === 'DATASET_NOT_FOUND' ? 'dataset' : 'collection'} ${name}.`);
}

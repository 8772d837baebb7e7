import { z } from 'zod';
import { DomainError } from '../../errors/domain-error.ts';
import { MetadataBlocksDocument, MetadataBlockViewDocument } from '../../generated/operations.ts';
import { metadataBlockDefinitionRecord } from '../records/metadata-block-record.ts';
import { booleanParameter } from '../reference.ts';
import { type Route, route } from '../route.ts';

export const metadataBlockRoutes: readonly Route[] = [
  route({
    id: 'metadatablocks.list',
    method: 'GET',
    path: '/api/metadatablocks',
    summary: 'All metadata blocks, in brief or with their fields.',
    auth: 'public',
    cors: true,
    credentials: 'ignored',
    query: z.object({ returnDatasetFieldTypes: booleanParameter, onlyDisplayedOnCreate: booleanParameter }),
    operation: MetadataBlocksDocument,
    variables: ({ query }) => ({ onlyDisplayedOnCreate: query.onlyDisplayedOnCreate, fields: query.returnDatasetFieldTypes }),
    reply: ({ metadataBlocks }) => ({ data: metadataBlocks.map(metadataBlockDefinitionRecord) }),
  }),
  route({
    id: 'metadatablocks.get',
    method: 'GET',
    path: '/api/metadatablocks/{identifier}',
    summary: 'One metadata block by its id or name, with its fields.',
    auth: 'public',
    cors: true,
    credentials: 'ignored',
    operation: MetadataBlockViewDocument,
    variables: ({ path: { identifier } }) => ({
      reference: /^\d{1,9}$/.test(identifier) ? { databaseId: Number(identifier) } : { name: identifier },
    }),
    reply: ({ metadataBlock }, { path }) => {
      if (metadataBlock === null) throw new DomainError('METADATA_BLOCK_NOT_FOUND', `There is no metadata block ${path.identifier}.`);
      return { data: metadataBlockDefinitionRecord(metadataBlock) };
    },
  }),
];

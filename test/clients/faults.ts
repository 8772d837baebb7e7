/** What has to be refused by the compiler: each line has one fault, so that types which allow anything are found out. */
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const client = createClient<paths>({ baseUrl: '' });

// @ts-expect-error -- there is no such path
await client.GET('/api/nowhere', {});
// @ts-expect-error -- the type of a publication is major, minor or updatecurrent
await client.POST('/api/datasets/{id}/actions/:publish', { params: { path: { id: '1' }, query: { type: 'huge' } } });
// @ts-expect-error -- a collection has an alias, and no identifier
export const key = (collection: components['schemas']['Collection']): unknown => collection.identifier;
// @ts-expect-error -- the id of a dataset is a number
export const id = (dataset: components['schemas']['Dataset']): string => dataset.id;
// @ts-expect-error -- a version may have no files in it
export const files = (version: components['schemas']['DatasetVersion']): number => version.files.length;

import type { PersistentIdParts } from '../../model/persistent-id.ts';
import type { PidProvider, PidRecord } from '../../kernel/ports/pid-provider.ts';
import type { DataciteClient } from './datacite-client.ts';

const SCHEMA_VERSION = 'http://datacite.org/schema/kernel-4';

function doiOf({ authority, separator, identifier }: PersistentIdParts): string {
  return `${authority}${separator}${identifier}`;
}

function attributesOf({ targetUrl, metadata }: PidRecord): Readonly<Record<string, unknown>> {
  return { url: targetUrl, schemaVersion: SCHEMA_VERSION, ...metadata };
}

/** Identifiers of one DOI prefix that are registered with DataCite. */
export function dataciteProvider(client: DataciteClient, place: { readonly authority: string; readonly shoulder: string }): PidProvider {
  return {
    id: 'datacite',
    protocol: 'doi',
    ...place,
    separator: '/',
    registersAtOnce: false,
    lookup: async (pid) => {
      const known = await client.read(doiOf(pid));
      return known === undefined ? undefined : { state: known.state, targetUrl: known.url };
    },
    // A draft needs only its name; no metadata of the dataset are sent before it is published.
    reserve: (pid) => client.write(doiOf(pid), {}),
    publish: (record) => client.write(doiOf(record.pid), attributesOf(record), 'publish'),
    hide: async (record) => {
      const known = await client.read(doiOf(record.pid));
      // A published one must resolve, even if it reaches the service only now.
      const event = known?.state === 'findable' ? 'hide' : known?.state === 'registered' ? undefined : 'register';
      await client.write(doiOf(record.pid), attributesOf(record), event);
    },
    remove: (pid) => client.remove(doiOf(pid)),
  };
}

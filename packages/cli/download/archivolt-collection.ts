import { z } from 'zod';
import type { Client } from '../client.ts';
import { CliFailure, EXIT } from '../failure.ts';
import { collectionReference } from '../references.ts';
import type { CollectedDataset, RemoteCollection } from './remote-collection.ts';

const CONTENTS = `query ($reference: CollectionReference!, $after: String) {
  collection(reference: $reference) {
    alias
    contents(first: 100, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes {
        kind: __typename
        ... on Collection { alias databaseId }
        ... on Dataset { persistentId }
      }
    }
  }
}`;
const contentsShape = z.object({
  collection: z
    .object({
      alias: z.string(),
      contents: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
        nodes: z.array(
          z.discriminatedUnion('kind', [
            z.object({ kind: z.literal('Collection'), alias: z.string(), databaseId: z.number() }),
            z.object({ kind: z.literal('Dataset'), persistentId: z.string() }),
          ]),
        ),
      }),
    })
    .nullable(),
});

/** A collection of an Archivolt. @param typed Alias or number */
export function archivoltCollection(client: Client, typed: string): RemoteCollection {
  async function* below(reference: Readonly<Record<string, unknown>>, above: readonly string[]): AsyncGenerator<CollectedDataset> {
    for (let after: string | null | undefined; after !== null;) {
      const { collection } = await client.ask(contentsShape, CONTENTS, { reference, after });
      if (collection === null) {
        throw new CliFailure(EXIT.notFound, 'COLLECTION_NOT_FOUND', `There is no collection ${typed}, or you may not see it.`);
      }
      const path = [...above, collection.alias];
      for (const child of collection.contents.nodes) {
        if (child.kind === 'Dataset') yield { persistentId: child.persistentId, path };
        else yield* below({ databaseId: child.databaseId }, path);
      }
      after = collection.contents.pageInfo.hasNextPage ? collection.contents.pageInfo.endCursor : null;
    }
  }
  return { datasets: () => below(collectionReference(typed), []) };
}

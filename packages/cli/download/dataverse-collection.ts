import { z } from 'zod';
import { dataverseApi } from './dataverse-api.ts';
import type { CollectedDataset, RemoteCollection } from './remote-collection.ts';

const collectionShape = z.object({ data: z.object({ alias: z.string() }) });
const contentsShape = z.object({
  data: z.array(
    z.union([
      z.object({ type: z.literal('dataverse'), id: z.number() }),
      z.object({
        type: z.literal('dataset'),
        protocol: z.string(),
        authority: z.string(),
        identifier: z.string(),
        separator: z.string().optional(),
      }),
    ]),
  ),
});

/** A collection of a Dataverse, over its REST API. @param token Of this very server, or undefined for a guest */
export function dataverseCollection(server: string, typed: string, token: string | undefined): RemoteCollection {
  const { ask } = dataverseApi(server, token, `collection ${typed}`);
  async function* below(reference: string, above: readonly string[]): AsyncGenerator<CollectedDataset> {
    const at = `/api/dataverses/${encodeURIComponent(reference)}`;
    const path = [...above, (await ask(collectionShape, at)).data.alias];
    for (const child of (await ask(contentsShape, `${at}/contents`)).data) {
      if (child.type === 'dataverse') yield* below(String(child.id), path);
      else yield { persistentId: `${child.protocol}:${child.authority}${child.separator ?? '/'}${child.identifier}`, path };
    }
  }
  return { datasets: () => below(typed === 'root' ? ':root' : typed, []) };
}

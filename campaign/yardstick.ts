/** What a harmless request costs on this machine, in this run. */
import { graphqlRequest } from './dimensions/graphql-request.ts';
import type { Yardstick } from './judge.ts';
import { measureRequests } from './measure.ts';
import type { WatchedServer } from './server-under-test.ts';
import type { World } from './world.ts';

const WARM_UP = 300;
/** Process time is told in steps of 10 ms: of so many requests together it is exact enough. */
const MEASURED = 300;

const DOCUMENT = `query($id: Int!) {
  dataset(reference: { databaseId: $id }) {
    persistentId
    latestVersion { title versionNumber files(first: 10) { totalCount nodes { label dataFile { databaseId sizeBytes } } } }
  }
}`;

/** Measures a request that reads a dataset with its files. @throws Error when it is not answered as it should. */
export async function measureYardstick(server: WatchedServer, world: World): Promise<Yardstick> {
  const request = graphqlRequest(DOCUMENT, { id: world.published.id });
  const options = { limitMs: 20_000, background: false, mayAnswer: [] };
  await measureRequests(
    server,
    Array.from({ length: WARM_UP }, () => request),
    options,
  );
  const { meanBlockingMs, totalMs, answer } = await measureRequests(
    server,
    Array.from({ length: MEASURED }, () => request),
    options,
  );
  if (!answer.text.includes('"label":"counts.tab"')) throw new Error(`The harmless request was answered ${answer.status}: ${answer.text}`);
  return { blockingMs: meanBlockingMs, totalMs };
}

/** The files that a version of a dataset has, as GraphQL tells of them. */
import { z } from 'zod';
import type { Client } from './client.ts';
import { CliFailure, EXIT } from './failure.ts';
import type { DatasetReference } from './references.ts';

const FILES = `query ($reference: DatasetReference!, $version: String!, $after: String, $urls: Boolean!) {
  dataset(reference: $reference) {
    persistentId
    databaseId
    version(reference: $version) {
      state versionNumber versionMinorNumber
      files(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          label directoryLabel
          dataFile {
            databaseId contentType sizeBytes originalFileName originalFileSize
            checksum { type value }
            permittedDownloadUrl @include(if: $urls) { url }
          }
        }
      }
    }
  }
}`;

const recordShape = z.object({
  label: z.string(),
  directoryLabel: z.string().nullable(),
  dataFile: z.object({
    databaseId: z.number(),
    contentType: z.string(),
    sizeBytes: z.number(),
    originalFileName: z.string().nullable(),
    originalFileSize: z.number().nullable(),
    checksum: z.object({ type: z.string(), value: z.string() }),
    permittedDownloadUrl: z.object({ url: z.string() }).nullish(),
  }),
});
export type FileRecord = z.infer<typeof recordShape>;

const pageShape = z.object({
  dataset: z
    .object({
      persistentId: z.string(),
      databaseId: z.number(),
      version: z
        .object({
          state: z.string(),
          versionNumber: z.number().nullable(),
          versionMinorNumber: z.number().nullable(),
          files: z.object({
            pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
            nodes: z.array(recordShape),
          }),
        })
        .nullable(),
    })
    .nullable(),
});

export interface VersionPage {
  readonly persistentId: string;
  readonly databaseId: number;
  /** `1.0`, or the state of one without a number. */
  readonly version: string;
  readonly files: readonly FileRecord[];
}

/** The files of a version, 100 at a time; addresses are signed anew for each page. @throws CliFailure */
export async function* datasetFiles(
  client: Client,
  reference: DatasetReference,
  version: string,
  { urls = false }: { readonly urls?: boolean } = {},
): AsyncGenerator<VersionPage> {
  for (let after: string | null | undefined; after !== null;) {
    const { dataset } = await client.ask(pageShape, FILES, { reference, version, after, urls });
    if (dataset === null) throw new CliFailure(EXIT.notFound, 'DATASET_NOT_FOUND', 'There is no such dataset, or you may not see it.');
    const found = dataset.version;
    if (found === null) {
      throw new CliFailure(
        EXIT.notFound,
        'DATASET_VERSION_NOT_FOUND',
        `${dataset.persistentId} has no version ${version} that you may see.`,
      );
    }
    const { databaseId, persistentId } = dataset;
    const number = found.versionNumber === null ? found.state.toLowerCase() : `${found.versionNumber}.${found.versionMinorNumber ?? 0}`;
    yield { persistentId, databaseId, version: number, files: found.files.nodes };
    after = found.files.pageInfo.hasNextPage ? found.files.pageInfo.endCursor : null;
  }
}

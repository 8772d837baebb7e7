// Checked by gql.tada, and compiled with its types of the schema.
import { initGraphQLTada, type ResultOf, type VariablesOf } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTime: string; Date: string; JSON: unknown; SafeInt: number; MetadataDate: string; Upload: never };
}>();

export const page = graphql(`
  query DatasetPage($reference: DatasetReference!) {
    dataset(reference: $reference) {
      persistentId
      createdAt
      latestVersion {
        metadata {
          citation {
            title
            subject
            author {
              authorName
            }
          }
        }
        files(first: 10) {
          nodes {
            label
            dataFile {
              sizeBytes
            }
          }
        }
      }
    }
  }
`);

export const variables: VariablesOf<typeof page> = { reference: { persistentId: 'doi:10.5072/FK2/A' } };
export function sizes(result: ResultOf<typeof page>): number[] {
  return result.dataset?.latestVersion?.files.nodes.map(({ dataFile }) => dataFile.sizeBytes) ?? [];
}
export function title(result: ResultOf<typeof page>): string | null | undefined {
  return result.dataset?.latestVersion?.metadata?.citation?.title;
}
// @ts-expect-error -- it is a number
export const none: VariablesOf<typeof page> = { reference: { databaseId: 'three' } };

// The registration agency's XML schema, where it lies beside the checkout: it is not ours to distribute.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { validateXML, type XMLFileInfo } from 'xmllint-wasm';

const FOLDER = new URL('../../../shared/schemas/datacite-4/', import.meta.url);

/** Whether the schema is there; a test that needs it is left out otherwise. */
export const hasDataciteSchema = existsSync(new URL('metadata.xsd', FOLDER));

// The validator's file system has no folders.
const flat = (text: string) => text.replaceAll('schemaLocation="include/', 'schemaLocation="');

function read(folder: URL, fileName: string): XMLFileInfo {
  return { fileName, contents: flat(readFileSync(new URL(fileName, folder), 'utf8')) };
}

/** What the schema has against some documents, by their place; an empty list for a valid one. */
export async function dataciteFaults(documents: readonly string[]): Promise<string[][]> {
  const include = new URL('include/', FOLDER);
  const { errors } = await validateXML({
    xml: documents.map((contents, position) => ({ fileName: `document-${position}.xml`, contents })),
    schema: [read(FOLDER, 'metadata.xsd')],
    preload: readdirSync(include).map((fileName) => read(include, fileName)),
  });
  return documents.map((_contents, position) =>
    errors
      .filter(({ loc, rawMessage }) => (loc?.fileName ?? rawMessage).includes(`document-${position}.xml`))
      .map(({ rawMessage }) => rawMessage),
  );
}

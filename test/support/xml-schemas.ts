// The schemas of the formats, where they lie beside the checkout: they are not ours to distribute.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { validateXML, type XMLFileInfo } from 'xmllint-wasm';

const FOLDER = new URL('../../../shared/schemas/', import.meta.url);

/** The roots of the schemas by their names. */
const ROOTS = {
  ddi: 'ddi-codebook-2.5/ddi_codebook_2_5.xsd',
  oaiDc: 'oai_dc/oai_dc.xsd',
  datacite: 'datacite-4/metadata.xsd',
} as const;

export type SchemaName = keyof typeof ROOTS;

/** Whether the schemas are there; tests that need them are left out otherwise. */
export const hasSchemas = Object.values(ROOTS).every((root) => existsSync(new URL(root, FOLDER)));

// The validator's file system has no folders.
function read(url: URL): XMLFileInfo {
  const contents = readFileSync(url, 'utf8').replace(/schemaLocation="(?!http)(?:[^"/]*\/)*([^"/]+\.xsd)"/g, 'schemaLocation="$1"');
  return { fileName: basename(url.pathname), contents };
}

/** All parts of a schema; the one of the attributes of XML is needed by all and lies with some. */
function partsOf(folder: URL): XMLFileInfo[] {
  const xml = new URL('ddi-codebook-2.5/xml.xsd', FOLDER);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.xsd'));
  const parts = [...names.map((name) => new URL(name, folder)), xml].map(read);
  return [...new Map(parts.map((part) => [part.fileName, part])).values()];
}

/** What a schema has against documents, by their names; nothing for valid ones. */
export async function schemaFaults(schema: SchemaName, documents: Readonly<Record<string, string>>): Promise<Record<string, string[]>> {
  const root = new URL(ROOTS[schema], FOLDER);
  const names = Object.keys(documents);
  const { errors } = await validateXML({
    xml: names.map((name, place) => ({ fileName: `document-${place}.xml`, contents: documents[name] ?? '' })),
    schema: [read(root)],
    preload: partsOf(new URL('.', root)).filter(({ fileName }) => fileName !== basename(root.pathname)),
    initialMemoryPages: 1024,
    maxMemoryPages: 8192,
  });
  const faults = names.map((name, place) => {
    const own = errors.filter(({ loc, rawMessage }) => (loc?.fileName ?? rawMessage).includes(`document-${place}.xml`));
    return [name, own.map(({ rawMessage }) => rawMessage)] as const;
  });
  return Object.fromEntries(faults.filter(([, own]) => own.length > 0));
}

/**
 * RO-Crate 1.2: a metadata document by itself, whose files are on the web (a detached crate). What it says of the dataset is the record of
 * schema.org, laid out as a list of entities that refer to each other. Source: exports.md 18.1; RO-Crate 1.2, Structure, Root Data Entity.
 */
import { termsUrl } from '../datacite/describe-dataset.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import type { Exporter } from '../exports/exporter.ts';
import type { NativeFileFacts } from '../native-json/native-file.ts';
import { describeFile, describeRecord } from '../schema-org/describe-record.ts';

const CONTEXT = 'https://w3id.org/ro/crate/1.2/context';
const PROFILE = 'https://w3id.org/ro/crate/1.2';
/** Name of the document, by which it is found in its own list. */
const DOCUMENT = 'ro-crate-metadata.json';

type Json = Readonly<Record<string, unknown>>;

function isEntity(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && '@type' in value;
}

/** Gathers described things, each once, and refers to them by their ids. */
class Entities {
  readonly #byId = new Map<string, Json>();
  /** Ids of those that have none on the web, by what is said of them. */
  readonly #local = new Map<string, string>();
  /** Ids of what is described elsewhere in the list. */
  readonly #taken: ReadonlySet<unknown>;

  constructor(taken: Iterable<unknown>) {
    this.#taken = new Set(taken);
  }

  #idOf(entity: Json): string {
    const { '@id': own } = entity;
    if (typeof own === 'string') return own;
    const said = JSON.stringify(entity);
    const id = this.#local.get(said) ?? `#${this.#local.size + 1}`;
    this.#local.set(said, id);
    return id;
  }

  /** The properties of a thing, with references in place of the things in them. */
  flat(entity: Json): Json {
    return Object.fromEntries(
      Object.entries(entity).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map((one: unknown) => this.#referred(one)) : this.#referred(value),
      ]),
    );
  }

  #referred(value: unknown): unknown {
    return isEntity(value) ? this.refer(value) : value;
  }

  /** A reference to a thing. */
  refer(entity: Json): Json {
    const id = this.#idOf(entity);
    // A dataset, or one of its files, may be among its own publications.
    if (!this.#taken.has(id) && !this.#byId.has(id)) this.#byId.set(id, { '@id': id, ...this.flat(entity) });
    return { '@id': id };
  }

  all(): Iterable<Json> {
    return this.#byId.values();
  }
}

function licenceOf({ site, pid, version }: ExportSnapshot): Json {
  const { license } = version;
  const text = { '@type': 'CreativeWork' };
  if (license === null) return { ...text, '@id': termsUrl({ ...version, pid, siteUrl: site.url }), name: 'Terms of this dataset' };
  return { ...text, '@id': license.uri, name: license.name };
}

function fileEntity(file: NativeFileFacts, siteUrl: string): Json {
  const { contentUrl, contentSize, '@id': identifier, ...described } = describeFile(file, siteUrl);
  const { directoryLabel, label } = file;
  return {
    ...described,
    '@id': contentUrl,
    '@type': 'File',
    ...(directoryLabel === null ? {} : { alternateName: `${directoryLabel}/${label}` }),
    contentSize: String(contentSize),
    ...(identifier === undefined ? {} : { identifier }),
  };
}

async function* write(snapshot: ExportSnapshot): AsyncGenerator<string> {
  const { '@context': _context, description, ...record } = describeRecord(snapshot);
  const { persistentUrl } = snapshot.dataset;
  const document = { '@id': DOCUMENT, '@type': 'CreativeWork', conformsTo: { '@id': PROFILE }, about: { '@id': persistentUrl } };
  yield `{"@context":${JSON.stringify(CONTEXT)},"@graph":[${JSON.stringify(document)}`;
  const hasPart: Json[] = [];
  for await (const file of snapshot.files()) {
    const entity = fileEntity(file, snapshot.site.url);
    hasPart.push({ '@id': entity['@id'] });
    yield `,${JSON.stringify(entity)}`;
  }
  const entities = new Entities([persistentUrl, ...hasPart.map(({ '@id': id }) => id)]);
  const root = entities.flat({
    datePublished: snapshot.day,
    ...record,
    // A crate has to have both.
    description: description === '' ? record['name'] : description,
    license: licenceOf(snapshot),
    hasPart,
  });
  for (const entity of entities.all()) yield `,${JSON.stringify(entity)}`;
  yield `,${JSON.stringify(root)}]}`;
}

export const roCrateExporter: Exporter = {
  name: 'ro-crate',
  displayName: 'RO-Crate',
  mediaType: 'application/ld+json',
  isHarvestable: false,
  isVisibleInUserInterface: true,
  write,
};

interface ReadField {
  readonly typeName: string;
  readonly values: readonly string[];
}

/** Blocks as an operation reads them, as far as fields are looked up in them. */
type ReadBlocks = readonly {
  readonly fields: readonly (ReadField & { readonly compounds: readonly { readonly fields: readonly ReadField[] }[] })[];
}[];

/** One repetition of a compound: the first text of each of its children. */
export type Repetition = Readonly<Record<string, string | undefined>>;

/** Finds fields of a version by their names, whatever block they are in. */
export interface MetadataReader {
  /** The texts of a field that is no compound. */
  texts(typeName: string): readonly string[];
  /** The repetitions of a compound. */
  repetitions(typeName: string): readonly Repetition[];
  /** A child over all repetitions of a compound. */
  children(typeName: string, child: string): readonly string[];
}

/** Reads the metadata of a version. */
export function metadataReader(blocks: ReadBlocks): MetadataReader {
  const byName = new Map(blocks.flatMap(({ fields }) => fields).map((field) => [field.typeName, field]));
  const repetitions = (typeName: string): readonly Repetition[] =>
    (byName.get(typeName)?.compounds ?? []).map(({ fields }) =>
      Object.fromEntries(fields.map((child) => [child.typeName, child.values[0]])),
    );
  return {
    texts: (typeName) => byName.get(typeName)?.values ?? [],
    repetitions,
    children: (typeName, child) => repetitions(typeName).flatMap((repetition) => repetition[child] ?? []),
  };
}

/** The compounds of one block, as operations select them that need no other fields; of none where the version has no such block. */
export function compoundsReader(
  block: { readonly fields: readonly Omit<ReadBlocks[number]['fields'][number], 'values'>[] } | null,
): MetadataReader {
  return metadataReader(block === null ? [] : [{ fields: block.fields.map((field) => ({ ...field, values: [] })) }]);
}

/** A creator of the data. */
export interface Author {
  readonly name: string;
  readonly affiliation: string | undefined;
  /** Address of a page about them in a register of persons or organisations. */
  readonly identifierUrl: string | undefined;
  /** Register and number, for people. */
  readonly identifierText: string | undefined;
}

const REGISTERS: Readonly<Record<string, string>> = {
  ORCID: 'https://orcid.org/',
  ROR: 'https://ror.org/',
  ISNI: 'https://isni.org/isni/',
};

function authorOf(repetition: Repetition): Author[] {
  const {
    authorName: name,
    authorAffiliation: affiliation,
    authorIdentifierScheme: scheme = '',
    authorIdentifier: entered = '',
  } = repetition;
  if (name === undefined) return [];
  const register = REGISTERS[scheme];
  const number = entered.replace(/^https?:\/\/[^/]+\/(?:isni\/)?/, '').trim();
  const known = register !== undefined && /^[\w-]{8,30}$/.test(number);
  return [
    {
      name,
      affiliation,
      identifierUrl: known ? register + number : undefined,
      identifierText: known ? `${scheme} ${number}` : undefined,
    },
  ];
}

/** The authors of a version, in order; withheld ones are a text in place of them. */
export function authorsOf(metadata: MetadataReader): readonly Author[] {
  const authors = metadata.repetitions('author').flatMap(authorOf);
  if (authors.length > 0) return authors;
  return metadata.texts('author').map((name) => ({ name, affiliation: undefined, identifierUrl: undefined, identifierText: undefined }));
}

/** The descriptions of a version, as they were entered. */
export function descriptionsOf(metadata: MetadataReader): readonly string[] {
  const descriptions = metadata.children('dsDescription', 'dsDescriptionValue');
  return descriptions.length > 0 ? descriptions : metadata.texts('dsDescription');
}

/** What a version is about: subjects, topics and keywords. @param shown how a value of a vocabulary is shown; as it is stored without */
export function keywordsOf(
  metadata: MetadataReader,
  shown: (field: string, value: string) => string = (_field, value) => value,
): readonly string[] {
  return [
    ...metadata.texts('subject').map((value) => shown('subject', value)),
    ...metadata.children('topicClassification', 'topicClassValue'),
    ...metadata.children('keyword', 'keywordValue'),
  ];
}

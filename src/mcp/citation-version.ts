/** The usual fields of a dataset. */
export interface CitationFields {
  readonly title: string;
  readonly authors: readonly { readonly name: string; readonly affiliation?: string | undefined }[];
  readonly contacts: readonly { readonly email: string; readonly name?: string | undefined }[];
  readonly description: string;
  readonly subjects: readonly string[];
  readonly keywords: readonly string[];
}

const primitive = (typeName: string, value: string) => ({ typeName, multiple: false, typeClass: 'primitive', value });

/** A compound field; parts without a value are left out. */
function compound(typeName: string, entries: readonly Readonly<Record<string, string | undefined>>[]) {
  const value = entries.map((entry) =>
    Object.fromEntries(Object.entries(entry).flatMap(([name, text]) => (text === undefined ? [] : [[name, primitive(name, text)]]))),
  );
  return { typeName, multiple: true, typeClass: 'compound', value };
}

/** Native JSON of a version with the usual fields of the citation block. Source: datasets.md 2. */
export function citationVersion({ title, authors, contacts, description, subjects, keywords }: CitationFields): {
  readonly metadataBlocks: { readonly citation: { readonly fields: readonly object[] } };
} {
  const fields = [
    primitive('title', title),
    compound(
      'author',
      authors.map(({ name, affiliation }) => ({ authorName: name, authorAffiliation: affiliation })),
    ),
    compound(
      'datasetContact',
      contacts.map(({ email, name }) => ({ datasetContactName: name, datasetContactEmail: email })),
    ),
    compound('dsDescription', [{ dsDescriptionValue: description }]),
    { typeName: 'subject', multiple: true, typeClass: 'controlledVocabulary', value: subjects },
    ...(keywords.length === 0
      ? []
      : [
          compound(
            'keyword',
            keywords.map((keywordValue) => ({ keywordValue })),
          ),
        ]),
  ];
  return { metadataBlocks: { citation: { fields } } };
}

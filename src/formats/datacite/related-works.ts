/** Works that metadata names by an address. Source: users-admin.md 14.2. */
import { compoundsIn, findMetadataField, textsIn } from '../../model/metadata/metadata-values.ts';
import type { CompoundValue, VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { identified, relatedPublication } from './related-identifier.ts';

export interface RelatedWork {
  /** How the dataset is related to it. */
  readonly relationType: string;
  /** An address of the web. */
  readonly address: string;
}

/** What a field says that has no relation of its own. */
const NO_RELATION = 'References';

function addressOf(found: ReturnType<typeof identified>): string | undefined {
  const { relatedIdentifierType: type, relatedIdentifier: text = '' } = found ?? {};
  if (type === 'DOI') return `https://doi.org/${text}`;
  if (type === 'Handle') return `https://hdl.handle.net/${text}`;
  return type === 'URL' && /^https?:/i.test(text) ? text : undefined;
}

function worksIn(texts: readonly string[]): RelatedWork[] {
  const addresses = texts.flatMap((text) => addressOf(identified(undefined, text.trim())) ?? []);
  return addresses.slice(0, 1).map((address) => ({ relationType: NO_RELATION, address }));
}

function publicationOf(compound: CompoundValue): RelatedWork[] {
  const found = relatedPublication(compound);
  const address = addressOf(found);
  return found === undefined || address === undefined ? [] : [{ relationType: found.relationType, address }];
}

/** The works that fields name by an address, a DOI or a handle, each once for each relation; one for each value of a field. */
export function relatedWorks(metadata: VersionMetadata, fieldNames: readonly string[]): readonly RelatedWork[] {
  const works = [...new Set(fieldNames)].flatMap((name) => {
    const field = findMetadataField(metadata, name);
    if (field === undefined) return [];
    if (name === 'publication') return compoundsIn(field).flatMap(publicationOf);
    return [
      ...textsIn(field).flatMap((text) => worksIn([text])),
      ...compoundsIn(field).flatMap((compound) => worksIn(Object.values(compound).flatMap(textsIn))),
    ];
  });
  return [...new Map(works.map((work) => [`${work.relationType} ${work.address}`, work])).values()];
}

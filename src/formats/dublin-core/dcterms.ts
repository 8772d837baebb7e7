/** DCMI terms. Source: exports.md 4. */
import { childText, compoundsOf, textOf, textsOf } from '../../model/metadata/metadata-values.ts';
import type { CompoundValue, VersionMetadata } from '../../model/metadata/version-metadata.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import type { Exporter } from '../exports/exporter.ts';
import { toSecond } from '../native-json/to-second.ts';
import { element, leaf, leaves, type XmlElement, xmlText } from '../xml/xml-element.ts';

/** The texts of some children, repetition by repetition. */
function childrenOf(metadata: VersionMetadata, field: string, children: readonly string[]): string[] {
  return compoundsOf(metadata, field).flatMap((compound) => children.flatMap((child) => childText(compound, child) ?? []));
}

/** A publication by the relation as it is stored, which DCMI terms do not have for all of them: readers know it so. */
function publication(compound: CompoundValue): XmlElement[] {
  const parts = ['publicationCitation', 'publicationIDType', 'publicationIDNumber', 'publicationURL'];
  const text = parts.flatMap((part) => childText(compound, part) ?? []).join(', ');
  const relation = childText(compound, 'publicationRelationType') ?? 'isReferencedBy';
  // A name is an element's only if the vocabulary of the block is the usual one.
  return text === '' ? [] : leaves(/^[A-Za-z]+$/.test(relation) ? `dcterms:${relation}` : 'dcterms:isReferencedBy', [text]);
}

function dcterms({ metadata, dataset, version }: ExportSnapshot): string {
  const { publicationDate } = dataset;
  const root = element(
    'metadata',
    {
      xmlns: 'http://dublincore.org/documents/dcmi-terms/',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:dcterms': 'http://purl.org/dc/terms/',
    },
    leaf('dcterms:title', textOf(metadata, 'title')),
    leaf('dcterms:identifier', dataset.persistentUrl),
    leaves('dcterms:creator', textsOf(metadata, 'author', 'authorName')),
    leaf('dcterms:publisher', dataset.publisher || undefined),
    leaf('dcterms:issued', publicationDate),
    leaf('dcterms:modified', toSecond(version.updatedAt)),
    leaves('dcterms:description', textsOf(metadata, 'dsDescription', 'dsDescriptionValue')),
    leaves('dcterms:subject', textsOf(metadata, 'subject')),
    leaves('dcterms:subject', textsOf(metadata, 'keyword', 'keywordValue')),
    leaves('dcterms:language', textsOf(metadata, 'language')),
    compoundsOf(metadata, 'publication').flatMap(publication),
    leaf('dcterms:date', textOf(metadata, 'productionDate') ?? publicationDate),
    leaves('dcterms:contributor', textsOf(metadata, 'depositor')),
    leaves('dcterms:contributor', textsOf(metadata, 'contributor', 'contributorName')),
    leaf('dcterms:dateSubmitted', textOf(metadata, 'dateOfDeposit')),
    leaves('dcterms:temporal', childrenOf(metadata, 'timePeriodCovered', ['timePeriodCoveredStart', 'timePeriodCoveredEnd'])),
    leaves('dcterms:temporal', childrenOf(metadata, 'dateOfCollection', ['dateOfCollectionStart', 'dateOfCollectionEnd'])),
    leaves('dcterms:relation', textsOf(metadata, 'relatedDatasets')),
    leaves('dcterms:type', textsOf(metadata, 'kindOfData')),
    leaves('dcterms:source', textsOf(metadata, 'dataSources')),
    leaves('dcterms:spatial', childrenOf(metadata, 'geographicCoverage', ['country', 'state', 'city', 'otherGeographicCoverage'])),
    leaf('dcterms:license', version.license?.name),
    leaf('dcterms:rights', version.license === null ? version.terms.termsOfUse : undefined),
    leaf('dcterms:rights', version.license === null ? version.terms.restrictions : undefined),
  );
  return `<?xml version='1.0' encoding='UTF-8'?>${xmlText(root)}`;
}

export const dctermsExporter: Exporter = {
  name: 'dcterms',
  displayName: 'Dublin Core',
  mediaType: 'application/xml',
  isHarvestable: false,
  isVisibleInUserInterface: true,
  xml: {
    namespace: 'http://purl.org/dc/terms/',
    schemaLocation: 'http://dublincore.org/schemas/xmls/qdc/dcterms.xsd',
    schemaVersion: '2.0',
  },
  write: (snapshot) => [dcterms(snapshot)],
};

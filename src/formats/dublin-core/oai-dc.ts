/** Simple Dublin Core, as harvesters take it. Source: exports.md 5. */
import { textOf, textsOf } from '../../model/metadata/metadata-values.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import type { Exporter } from '../exports/exporter.ts';
import { element, leaf, leaves, xmlText } from '../xml/xml-element.ts';

const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/oai_dc/';
const SCHEMA = 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd';

function oaiDc({ metadata, dataset, chosenCitationDate }: ExportSnapshot): string {
  const root = element(
    'oai_dc:dc',
    {
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xmlns:oai_dc': NAMESPACE,
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xsi:schemaLocation': `${NAMESPACE} ${SCHEMA}`,
    },
    leaf('dc:title', textOf(metadata, 'title')),
    leaf('dc:identifier', dataset.persistentUrl),
    leaves('dc:creator', textsOf(metadata, 'author', 'authorName')),
    leaf('dc:publisher', dataset.publisher || undefined),
    leaves('dc:description', textsOf(metadata, 'dsDescription', 'dsDescriptionValue')),
    leaves('dc:subject', textsOf(metadata, 'subject')),
    leaves('dc:subject', textsOf(metadata, 'keyword', 'keywordValue')),
    leaves('dc:language', textsOf(metadata, 'language')),
    leaf('dc:date', chosenCitationDate ?? dataset.publicationDate),
    leaves('dc:contributor', textsOf(metadata, 'depositor')),
    leaves('dc:contributor', textsOf(metadata, 'contributor', 'contributorName')),
    leaves('dc:relation', textsOf(metadata, 'relatedDatasets')),
    leaf('dc:type', 'Dataset'),
    leaves('dc:source', textsOf(metadata, 'dataSources')),
  );
  return xmlText(root);
}

export const oaiDcExporter: Exporter = {
  name: 'oai_dc',
  displayName: 'Dublin Core',
  mediaType: 'application/xml',
  isHarvestable: true,
  isVisibleInUserInterface: false,
  xml: { namespace: NAMESPACE, schemaLocation: SCHEMA, schemaVersion: '2.0' },
  write: (snapshot) => [oaiDc(snapshot)],
};

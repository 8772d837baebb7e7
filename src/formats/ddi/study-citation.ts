/** `docDscr` and `stdyDscr/citation` of DDI Codebook 2.5. Source: exports.md 3.1, 3.2. */
import { childText, compoundsOf, textOf, textsOf } from '../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import { element, leaf, leaves, type XmlElement } from '../xml/xml-element.ts';
import { persistentIdText } from '../../model/persistent-id.ts';

/** Attributes of an element by the children of a compound that they are of. */
export type ChildAttributes = Readonly<Record<string, string>>;

/** One element for each repetition of a compound that has the child whose text it has. */
export function compoundLeaves(
  metadata: VersionMetadata,
  field: string,
  name: string,
  child: string,
  attributes: ChildAttributes = {},
): XmlElement[] {
  return compoundsOf(metadata, field).flatMap((compound) => {
    const text = childText(compound, child);
    if (text === undefined) return [];
    const written = Object.entries(attributes).map(([attribute, of]) => [attribute, childText(compound, of)] as const);
    return element(name, Object.fromEntries(written), text);
  });
}

const AGENCIES: Readonly<Record<string, string>> = { doi: 'DOI', hdl: 'handle' };

function ownId({ pid }: ExportSnapshot): XmlElement {
  return element('IDNo', { agency: AGENCIES[pid.protocol] ?? pid.protocol }, persistentIdText(pid));
}

function versionStatement({ version }: ExportSnapshot): XmlElement {
  const { versionNumber, releasedAt, versionNote, state } = version;
  return element(
    'verStmt',
    { source: 'archive' },
    versionNumber === null
      ? element('version', { type: 'DRAFT' })
      : element('version', { date: releasedAt?.toISOString().slice(0, 10), type: state }, String(versionNumber)),
    leaf('notes', versionNote),
  );
}

/** What the document itself is. */
export function documentDescription(snapshot: ExportSnapshot): XmlElement {
  const { metadata, dataset, citation } = snapshot;
  const lang = dataset.metadataLanguage ?? undefined;
  return element(
    'docDscr',
    {},
    element(
      'citation',
      {},
      element('titlStmt', {}, leaf('titl', textOf(metadata, 'title') ?? '', { 'xml:lang': lang }), ownId(snapshot)),
      element(
        'distStmt',
        {},
        leaf('distrbtr', dataset.publisher || undefined, { source: 'archive' }),
        leaf('distDate', dataset.publicationDate),
      ),
      versionStatement(snapshot),
      leaf('biblCit', citation.text),
    ),
  );
}

function distribution({ metadata, dataset, distributesOnlyWhenNotSet }: ExportSnapshot): XmlElement {
  const lang = dataset.metadataLanguage ?? undefined;
  const own = compoundLeaves(metadata, 'distributor', 'distrbtr', 'distributorName', {
    affiliation: 'distributorAffiliation',
    abbr: 'distributorAbbreviation',
    URI: 'distributorURL',
  });
  const isDistributor = dataset.publisher !== '' && !(distributesOnlyWhenNotSet && own.length > 0);
  return element(
    'distStmt',
    {},
    leaf('distrbtr', isDistributor ? dataset.publisher : undefined, { source: 'archive' }),
    own.map((one) => ({ ...one, attributes: { ...one.attributes, 'xml:lang': lang } })),
    compoundLeaves(metadata, 'datasetContact', 'contact', 'datasetContactName', {
      affiliation: 'datasetContactAffiliation',
      email: 'datasetContactEmail',
    }),
    leaf('depositr', textOf(metadata, 'depositor')),
    leaf('depDate', textOf(metadata, 'dateOfDeposit')),
    leaf('distDate', textOf(metadata, 'distributionDate')),
  );
}

function series(metadata: VersionMetadata): XmlElement[] {
  return compoundsOf(metadata, 'series').map((one) =>
    element('serStmt', {}, leaf('serName', childText(one, 'seriesName')), leaf('serInfo', childText(one, 'seriesInformation'))),
  );
}

/** How the study is cited. */
export function studyCitation(snapshot: ExportSnapshot): XmlElement {
  const { metadata, dataset } = snapshot;
  const lang = dataset.metadataLanguage ?? undefined;
  return element(
    'citation',
    {},
    element(
      'titlStmt',
      {},
      leaf('titl', textOf(metadata, 'title') ?? '', { 'xml:lang': lang }),
      leaf('subTitl', textOf(metadata, 'subtitle')),
      leaves('altTitl', textsOf(metadata, 'alternativeTitle'), { 'xml:lang': lang }),
      ownId(snapshot),
      compoundLeaves(metadata, 'otherId', 'IDNo', 'otherIdValue', { agency: 'otherIdAgency' }),
    ),
    element(
      'rspStmt',
      {},
      compoundLeaves(metadata, 'author', 'AuthEnty', 'authorName', { affiliation: 'authorAffiliation' }),
      compoundLeaves(metadata, 'contributor', 'othId', 'contributorName', { role: 'contributorType' }),
    ),
    element(
      'prodStmt',
      {},
      compoundLeaves(metadata, 'producer', 'producer', 'producerName', {
        affiliation: 'producerAffiliation',
        abbr: 'producerAbbreviation',
      }),
      leaf('prodDate', textOf(metadata, 'productionDate')),
      leaves('prodPlac', textsOf(metadata, 'productionPlace')),
      compoundLeaves(metadata, 'software', 'software', 'softwareName', { version: 'softwareVersion' }),
      compoundLeaves(metadata, 'grantNumber', 'grantNo', 'grantNumberValue', { agency: 'grantNumberAgency' }),
    ),
    distribution(snapshot),
    series(metadata),
    element('holdings', { URI: dataset.persistentUrl }),
  );
}

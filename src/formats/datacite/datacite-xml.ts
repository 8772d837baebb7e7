/** DataCite metadata as XML of the schema's kernel 4. Source: exports.md 6. */
import type { PersistentIdParts } from '../../model/persistent-id.ts';
import { persistentUrl } from '../../model/persistent-id.ts';
import { element, leaf, leaves, wrapper, type XmlAttributes, type XmlContent, type XmlElement, xmlText } from '../xml/xml-element.ts';
import type { DataciteAgent, DataciteGeoLocation, DataciteMetadata, DataciteRights } from './metadata-model.ts';

function agentXml(name: 'creator' | 'contributor', agent: DataciteAgent, attributes: XmlAttributes = {}): XmlElement {
  return element(
    name,
    attributes,
    leaf(`${name}Name`, agent.name, { nameType: agent.nameType }),
    leaf('givenName', agent.givenName),
    leaf('familyName', agent.familyName),
    agent.nameIdentifiers.map(({ nameIdentifier, nameIdentifierScheme, schemeUri }) =>
      leaf('nameIdentifier', nameIdentifier, { schemeURI: schemeUri, nameIdentifierScheme }),
    ),
    agent.affiliation.map(({ name: text, schemeUri, affiliationIdentifier, affiliationIdentifierScheme }) =>
      leaf('affiliation', text, { schemeURI: schemeUri, affiliationIdentifierScheme, affiliationIdentifier }),
    ),
  );
}

function geoLocationXml(location: DataciteGeoLocation): XmlElement {
  if ('geoLocationPlace' in location) return element('geoLocation', {}, leaf('geoLocationPlace', location.geoLocationPlace));
  const [name, edges] =
    'geoLocationBox' in location ? ['geoLocationBox', location.geoLocationBox] : ['geoLocationPoint', location.geoLocationPoint];
  const children = Object.entries(edges).map(([edge, value]) => leaf(edge, String(value)));
  return element('geoLocation', {}, element(name, {}, children));
}

/** What an identifier is called there, and its text. */
function identifierXml(pid: PersistentIdParts, siteUrl: string): XmlElement | undefined {
  const bare = `${pid.authority}${pid.separator}${pid.identifier}`;
  if (pid.protocol === 'doi') return leaf('identifier', bare, { identifierType: 'DOI' });
  if (pid.protocol === 'hdl') return leaf('identifier', bare, { identifierType: 'Handle' });
  return leaf('identifier', persistentUrl(pid, siteUrl), { identifierType: 'URL' });
}

function rightsXml({ rights, rightsUri, schemeUri, lang, ...identified }: DataciteRights): XmlElement | undefined {
  return leaf('rights', rights, { rightsURI: rightsUri, ...identified, schemeURI: schemeUri, 'xml:lang': lang });
}

function fundingXml(metadata: DataciteMetadata): XmlElement | undefined {
  const references = metadata.fundingReferences.map(({ funderName, funderIdentifier, funderIdentifierType, awardNumber }) =>
    element(
      'fundingReference',
      {},
      leaf('funderName', funderName),
      leaf('funderIdentifier', funderIdentifier, { schemeURI: 'https://ror.org', funderIdentifierType }),
      leaf('awardNumber', awardNumber),
    ),
  );
  return wrapper('fundingReferences', references);
}

/** The root of a record; `kernel` is the minor version that the schema location names. */
export function dataciteRoot(kernel: string, ...content: readonly XmlContent[]): XmlElement {
  const location = `http://datacite.org/schema/kernel-4 http://schema.datacite.org/meta/kernel-${kernel}/metadata.xsd`;
  const attributes = {
    xmlns: 'http://datacite.org/schema/kernel-4',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': location,
  };
  return element('resource', attributes, ...content);
}

/** Which form of the schema a document has. */
export interface DataciteForm {
  /** The minor version that the schema location names. */
  readonly kernel: string;
  /** Whether there is a list of places without any. */
  readonly placesAlways?: boolean;
  /** Whether it begins with an XML declaration; it does by default. */
  readonly declared?: boolean;
}

/** The whole document, in the form of the newest kernel if nothing else is said. */
export function dataciteXml(
  metadata: DataciteMetadata,
  pid: PersistentIdParts,
  siteUrl: string,
  { kernel, placesAlways = false, declared = true }: DataciteForm = { kernel: '4.5' },
): string {
  const { publisher, publicationYear, types, version } = metadata;
  const root = dataciteRoot(
    kernel,
    identifierXml(pid, siteUrl),
    wrapper(
      'creators',
      metadata.creators.map((creator) => agentXml('creator', creator)),
    ),
    wrapper(
      'titles',
      metadata.titles.map(({ title, titleType }) => leaf('title', title, { titleType })),
    ),
    leaf('publisher', publisher),
    leaf('publicationYear', String(publicationYear)),
    wrapper(
      'subjects',
      metadata.subjects.map(({ subject, subjectScheme, schemeUri, valueUri }) =>
        leaf('subject', subject, { subjectScheme, schemeURI: schemeUri, valueURI: valueUri }),
      ),
    ),
    wrapper(
      'contributors',
      metadata.contributors.map(({ contributorType, ...agent }) => agentXml('contributor', agent, { contributorType })),
    ),
    wrapper(
      'dates',
      metadata.dates.map(({ date, dateType, dateInformation }) => leaf('date', date, { dateType, dateInformation })),
    ),
    leaf('resourceType', types.resourceType, { resourceTypeGeneral: types.resourceTypeGeneral }),
    wrapper(
      'alternateIdentifiers',
      metadata.alternateIdentifiers.map(({ alternateIdentifier, alternateIdentifierType }) =>
        leaf('alternateIdentifier', alternateIdentifier, { alternateIdentifierType }),
      ),
    ),
    wrapper(
      'relatedIdentifiers',
      metadata.relatedIdentifiers.map(({ relatedIdentifier, ...attributes }) => leaf('relatedIdentifier', relatedIdentifier, attributes)),
    ),
    wrapper('sizes', leaves('size', metadata.sizes)),
    wrapper('formats', leaves('format', metadata.formats)),
    leaf('version', version),
    element('rightsList', {}, metadata.rightsList.map(rightsXml)),
    wrapper(
      'descriptions',
      metadata.descriptions.map(({ description, descriptionType }) => leaf('description', description, { descriptionType })),
    ),
    placesAlways
      ? element('geoLocations', {}, metadata.geoLocations.map(geoLocationXml))
      : wrapper('geoLocations', metadata.geoLocations.map(geoLocationXml)),
    fundingXml(metadata),
  );
  return declared ? `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(root)}\n` : xmlText(root);
}

/** DataCite metadata as XML of the schema's kernel 4. Source: exports.md 6. */
import type { PersistentIdParts } from '../../model/persistent-id.ts';
import { persistentUrl } from '../../model/persistent-id.ts';
import type { DataciteAgent, DataciteGeoLocation, DataciteMetadata } from './metadata-model.ts';

type Attributes = Readonly<Record<string, string | undefined>>;

// XML has no characters for most controls, not even escaped ones.
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

function tag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : ` ${key}="${escaped(value)}"`));
  return `${name}${written.join('')}`;
}

function leaf(name: string, text: string, attributes: Attributes = {}): string {
  return `<${tag(name, attributes)}>${escaped(text)}</${name}>`;
}

function parent(name: string, children: readonly string[], attributes: Attributes = {}): string {
  return `<${tag(name, attributes)}>${children.join('')}</${name}>`;
}

/** A wrapper is written only around something. */
function list(name: string, children: readonly string[]): string {
  return children.length === 0 ? '' : `\n  ${parent(name, children)}`;
}

function agentXml(element: 'creator' | 'contributor', agent: DataciteAgent, attributes: Attributes = {}): string {
  return parent(
    element,
    [
      leaf(`${element}Name`, agent.name, { nameType: agent.nameType }),
      agent.givenName === undefined ? '' : leaf('givenName', agent.givenName),
      agent.familyName === undefined ? '' : leaf('familyName', agent.familyName),
      ...agent.nameIdentifiers.map(({ nameIdentifier, nameIdentifierScheme, schemeUri }) =>
        leaf('nameIdentifier', nameIdentifier, { schemeURI: schemeUri, nameIdentifierScheme }),
      ),
      ...agent.affiliation.map(({ name, schemeUri, affiliationIdentifier, affiliationIdentifierScheme }) =>
        leaf('affiliation', name, { schemeURI: schemeUri, affiliationIdentifierScheme, affiliationIdentifier }),
      ),
    ],
    attributes,
  );
}

function geoLocationXml(location: DataciteGeoLocation): string {
  if ('geoLocationPlace' in location) return parent('geoLocation', [leaf('geoLocationPlace', location.geoLocationPlace)]);
  const [name, edges] =
    'geoLocationBox' in location ? ['geoLocationBox', location.geoLocationBox] : ['geoLocationPoint', location.geoLocationPoint];
  return parent('geoLocation', [
    parent(
      name,
      Object.entries(edges).map(([edge, value]) => leaf(edge, String(value))),
    ),
  ]);
}

/** What an identifier is called there, and its text. */
function identifierXml(pid: PersistentIdParts, siteUrl: string): string {
  const bare = `${pid.authority}${pid.separator}${pid.identifier}`;
  if (pid.protocol === 'doi') return leaf('identifier', bare, { identifierType: 'DOI' });
  if (pid.protocol === 'hdl') return leaf('identifier', bare, { identifierType: 'Handle' });
  return leaf('identifier', persistentUrl(pid, siteUrl), { identifierType: 'URL' });
}

/** The whole document; `kernel` is the minor version that the schema location names. */
export function dataciteXml(metadata: DataciteMetadata, pid: PersistentIdParts, siteUrl: string, kernel = '4.5'): string {
  const { publisher, publicationYear, types, version } = metadata;
  const location = `http://datacite.org/schema/kernel-4 http://schema.datacite.org/meta/kernel-${kernel}/metadata.xsd`;
  const body = [
    `\n  ${identifierXml(pid, siteUrl)}`,
    list(
      'creators',
      metadata.creators.map((creator) => agentXml('creator', creator)),
    ),
    list(
      'titles',
      metadata.titles.map(({ title, titleType }) => leaf('title', title, { titleType })),
    ),
    `\n  ${leaf('publisher', publisher)}`,
    `\n  ${leaf('publicationYear', String(publicationYear))}`,
    list(
      'subjects',
      metadata.subjects.map(({ subject, subjectScheme, schemeUri }) => leaf('subject', subject, { subjectScheme, schemeURI: schemeUri })),
    ),
    list(
      'contributors',
      metadata.contributors.map(({ contributorType, ...agent }) => agentXml('contributor', agent, { contributorType })),
    ),
    list(
      'dates',
      metadata.dates.map(({ date, dateType, dateInformation }) => leaf('date', date, { dateType, dateInformation })),
    ),
    `\n  ${leaf('resourceType', types.resourceType, { resourceTypeGeneral: types.resourceTypeGeneral })}`,
    list(
      'alternateIdentifiers',
      metadata.alternateIdentifiers.map(({ alternateIdentifier, alternateIdentifierType }) =>
        leaf('alternateIdentifier', alternateIdentifier, { alternateIdentifierType }),
      ),
    ),
    list(
      'relatedIdentifiers',
      metadata.relatedIdentifiers.map(({ relatedIdentifier, ...attributes }) => leaf('relatedIdentifier', relatedIdentifier, attributes)),
    ),
    list(
      'sizes',
      metadata.sizes.map((size) => leaf('size', size)),
    ),
    list(
      'formats',
      metadata.formats.map((format) => leaf('format', format)),
    ),
    version === undefined ? '' : `\n  ${leaf('version', version)}`,
    `\n  ${parent(
      'rightsList',
      metadata.rightsList.map(({ rights, rightsUri, schemeUri, lang, ...identified }) =>
        leaf('rights', rights, { rightsURI: rightsUri, ...identified, schemeURI: schemeUri, 'xml:lang': lang }),
      ),
    )}`,
    list(
      'descriptions',
      metadata.descriptions.map(({ description, descriptionType }) => leaf('description', description, { descriptionType })),
    ),
    list('geoLocations', metadata.geoLocations.map(geoLocationXml)),
    list(
      'fundingReferences',
      metadata.fundingReferences.map(({ funderName, funderIdentifier, funderIdentifierType, awardNumber }) =>
        parent('fundingReference', [
          leaf('funderName', funderName),
          funderIdentifier === undefined
            ? ''
            : leaf('funderIdentifier', funderIdentifier, { schemeURI: 'https://ror.org', funderIdentifierType }),
          awardNumber === undefined ? '' : leaf('awardNumber', awardNumber),
        ]),
      ),
    ),
  ];
  const root = tag('resource', {
    xmlns: 'http://datacite.org/schema/kernel-4',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': location,
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${body.join('')}\n</resource>\n`;
}

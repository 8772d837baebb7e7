import type { DataciteAgent, NameType } from './metadata-model.ts';

/** The URL prefix of a scheme, and the pattern of its bare identifiers. Source: exports.md 2.2. */
const identifierSchemes: Readonly<Record<string, { readonly pattern: RegExp; readonly before: string; readonly after?: string }>> = {
  ORCID: { pattern: /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/, before: 'https://orcid.org/' },
  ISNI: { pattern: /^\d{15}[\dX]$/, before: 'http://www.isni.org/isni/' },
  LCNA: { pattern: /^[a-z]+\d+$/i, before: 'http://id.loc.gov/authorities/names/' },
  VIAF: { pattern: /^\d+$/, before: 'https://viaf.org/viaf/' },
  GND: { pattern: /^\d[\d-]{4,10}[\dX]$/, before: 'https://d-nb.info/gnd/' },
  ResearcherID: { pattern: /^[A-Z\d][A-Z\d-]+$/, before: 'https://publons.com/researcher/', after: '/' },
  ScopusID: { pattern: /^\d+$/, before: 'https://www.scopus.com/authid/detail.uri?authorId=' },
  ROR: { pattern: /^0[a-hj-km-np-tv-z\d]{6}\d{2}$/, before: 'https://ror.org/' },
};

/** Words that only occur in names of organisations, in the languages that depositors use most. */
const ORGANISATION_WORDS = new RegExp(
  `(?:^|[^\\p{L}])(?:${[
    'academ(?:y|ies|ia)',
    'agenc(?:y|ies)',
    'archives?',
    'archivs?',
    'associat(?:ion|es)',
    'authority',
    'bureau',
    'cent(?:er|re)s?',
    'collections?',
    'college',
    'commission',
    'committee',
    'company',
    'consorti(?:um|a)',
    'corporation',
    'council',
    'departments?',
    'departement',
    '(?:help)?desk',
    'federation',
    'foundation',
    'fundaci[oó]n',
    'gmbh',
    'groups?',
    'hochschule',
    'hospital',
    'inc',
    'initiative',
    'instituti?o?n?e?s?',
    'lab(?:oratory|oratories|s)?',
    'ltda?',
    'lda',
    'llc',
    'plc',
    'laboratoire',
    'librar(?:y|ies)',
    'ministry',
    'museum',
    'mus[ée]e',
    'network',
    'observator(?:y|ies)',
    'offices?',
    'organi[sz]ation',
    'programme?',
    'school',
    'services?',
    'society',
    'stiftung',
    'survey',
    'team',
    'union',
    'universit(?:y|ies|é|ät|eit|à|et)',
    'universidade?',
  ].join('|')})(?![\\p{L}])`,
  'iu',
);

/** Whether a name belongs to a person or an organisation, judged by its words. Source: exports.md 2.1. */
export function nameTypeOf(name: string): NameType {
  // Short names of capitals alone, such as IBM.
  if (/^\p{Lu}[\p{Lu}\d&.-]{1,7}$/u.test(name)) return 'Organizational';
  return ORGANISATION_WORDS.test(name) ? 'Organizational' : 'Personal';
}

/** An author's identifier as a URL, from its bare or its full form; undefined when it is none of the scheme. Source: exports.md 2.2. */
export function agentIdentifierUrl(scheme: string, value: string): string | undefined {
  const known = Object.hasOwn(identifierSchemes, scheme) ? identifierSchemes[scheme] : undefined;
  if (known === undefined) return undefined;
  const { pattern, before, after = '' } = known;
  const place = before.replace(/^https?:\/\/(?:www\.)?/, '');
  const written = value.trim().replace(/^https?:\/\/(?:www\.)?/i, '');
  const bare = (written.toLowerCase().startsWith(place.toLowerCase()) ? written.slice(place.length) : written).replace(/\/$/, '');
  return pattern.test(bare) ? `${before}${bare}${after}` : undefined;
}

/** The URL of an organisation in the Research Organization Registry, if the text is one or the identifier alone. */
export function rorUrl(text: string): string | undefined {
  return agentIdentifierUrl('ROR', text);
}

function affiliationOf(text: string | undefined): DataciteAgent['affiliation'] {
  if (text === undefined) return [];
  const ror = rorUrl(text);
  return ror === undefined
    ? [{ name: text }]
    : [{ name: text, affiliationIdentifier: ror, affiliationIdentifierScheme: 'ROR', schemeUri: 'https://ror.org' }];
}

/** Facts of an agent besides the name. */
interface AgentFacts {
  readonly affiliation?: string | undefined;
  readonly scheme?: string | undefined;
  readonly identifier?: string | undefined;
}

/** A creator or contributor by the name as it was entered. Source: exports.md 2.1, 6. */
export function agentOf(entered: string, { affiliation, scheme = '', identifier = '' }: AgentFacts = {}): DataciteAgent {
  const name = entered.trim();
  const url = agentIdentifierUrl(scheme, identifier);
  // Only people have an ORCID, only organisations a ROR.
  const sure: NameType | undefined = scheme === 'ORCID' ? 'Personal' : scheme === 'ROR' ? 'Organizational' : undefined;
  const nameType = sure ?? nameTypeOf(name);
  const parts = name.split(',').map((part) => part.trim());
  const [familyName = '', givenName = ''] = nameType === 'Personal' && parts.length === 2 ? parts : [];
  return {
    name,
    nameType,
    ...(givenName === '' ? {} : { givenName }),
    ...(familyName === '' ? {} : { familyName }),
    nameIdentifiers: url === undefined ? [] : [{ nameIdentifier: url, nameIdentifierScheme: scheme, schemeUri: new URL(url).origin }],
    affiliation: affiliationOf(affiliation),
  };
}

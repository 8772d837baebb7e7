/** Typed links from a published dataset to what programs look for. Source: Signposting the Scholarly Web, FAIR profile; RFC 8288. */
import { webAddress } from '../addresses.ts';
import type { Author } from '../metadata-reader.ts';
import type { WebLink } from '../page.ts';
import { describingForms } from './other-forms.ts';

/** What the links are made of. */
export interface Signposted {
  readonly persistentId: string;
  readonly persistentUrl: string;
  readonly license: { readonly uri: string } | null;
  readonly authors: readonly Author[];
  /** Name of a version that is not the newest one; undefined for the newest. */
  readonly olderVersion: string | undefined;
}

/** All links but those to files. @param siteUrl without a trailing slash */
export function signposts(
  { persistentId, persistentUrl, license, authors, olderVersion }: Signposted,
  siteUrl: string,
): readonly WebLink[] {
  const licenseUrl = license === null ? undefined : webAddress(license.uri);
  return [
    { rel: 'cite-as', href: persistentUrl },
    { rel: 'type', href: 'https://schema.org/Dataset' },
    { rel: 'type', href: 'https://schema.org/AboutPage' },
    ...(licenseUrl === undefined ? [] : [{ rel: 'license', href: licenseUrl }]),
    ...authors.flatMap(({ identifierUrl }) => (identifierUrl === undefined ? [] : [{ rel: 'author', href: identifierUrl }])),
    ...describingForms(persistentId, olderVersion).map(({ type, path }) => ({ rel: 'describedby', href: siteUrl + path, type })),
  ];
}

/** Servers in front take headers of a few KB; the linkset has what is left out. */
const LONGEST_HEADER = 4000;

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** The value of a header `Link`: the first links, as far as they fit. */
export function linkHeader(links: readonly WebLink[]): string {
  let value = '';
  for (const { href, rel, type } of links) {
    if (!URL.canParse(href)) continue;
    // Written anew, an address holds no character that could end it.
    const link = `<${new URL(href).href.replaceAll('>', '%3E')}>; rel=${quoted(rel)}${type === undefined ? '' : `; type=${quoted(type)}`}`;
    if (value.length + link.length > LONGEST_HEADER) break;
    value += value === '' ? link : `, ${link}`;
  }
  return value;
}

/** What programs read in the head of the page of a dataset: reference managers, search engines, harvesters. */
import { type ComponentChildren, h } from 'preact';
import type { PageVersionFragment } from '../generated/page-operations.ts';
import { datasetApiPath, webAddress } from './addresses.ts';
import { authorsOf, descriptionsOf, keywordsOf, type MetadataReader } from './metadata-reader.ts';
import type { Site, WebLink } from './page.ts';
import { plainText } from './rich-text.ts';
import { scriptJson } from './script-json.ts';
import { versionParameter } from './version-words.ts';

/** A version of a dataset with what its head is made of. */
export interface DescribedVersion {
  readonly version: PageVersionFragment;
  readonly metadata: MetadataReader;
  readonly dataset: { readonly persistentId: string; readonly persistentUrl: string };
  /** The record for search engines, of the page of the dataset alone; its text is null where it is long. */
  readonly record: { readonly text: string | null } | undefined;
  /** Typed links, which the headers of the page have as well. */
  readonly links: readonly WebLink[];
}

/** What search engines show of a description is shorter. */
const LONGEST_DESCRIPTION = 5000;

function descriptionText(metadata: MetadataReader): string {
  return descriptionsOf(metadata).map(plainText).join('\n').slice(0, LONGEST_DESCRIPTION).toWellFormed();
}

/** Content of a script element cannot be escaped as other text; `scriptJson` leaves nothing in it that could end it. */
function recordOf({ record }: DescribedVersion): ComponentChildren {
  if (record === undefined) return null;
  const { text } = record;
  return text === null ? null : h('script', { type: 'application/ld+json', dangerouslySetInnerHTML: { __html: scriptJson(text) } });
}

/** Names and contents of `meta` elements; those without content are left out. */
function metaTags(tags: readonly (readonly [name: string, content: string | null | undefined])[]): ComponentChildren {
  return tags.map(([name, content]) => (content === null || content === undefined || content === '' ? null : h('meta', { name, content })));
}

/** Names and contents of the tags by which other sites show a link. Source: The Open Graph protocol. */
function openGraph(tags: Readonly<Record<string, string>>): ComponentChildren {
  return Object.entries(tags).map(([property, content]) => (content === '' ? null : h('meta', { property: `og:${property}`, content })));
}

/** A link to another form of the page. */
export function canonicalLink(href: string): ComponentChildren {
  return h('link', { rel: 'canonical', href });
}

/** Source: Highwire Press tags as reference managers read them; Dublin Core in HTML (DCMI, 2008); Signposting, FAIR profile. */
export function datasetHead(described: DescribedVersion, site: Site, canonical: string): ComponentChildren {
  const { version, metadata, dataset, links } = described;
  const authors = authorsOf(metadata);
  const description = descriptionText(metadata);
  const day = version.publicationDate;
  const doi = dataset.persistentId.startsWith('doi:') ? dataset.persistentId.slice('doi:'.length) : null;
  const license = version.license === null ? undefined : webAddress(version.license.uri);
  const json = datasetApiPath(dataset.persistentId, `versions/${versionParameter(version)}`);
  return [
    canonicalLink(canonical),
    links.map(({ rel, href, type }) => h('link', { rel, href, ...(type === undefined ? {} : { type }) })),
    h('link', { rel: 'alternate', type: 'application/json', href: json }),
    metaTags([
      ['description', description.slice(0, 300).toWellFormed()],
      ['citation_title', version.title],
      ...authors.map(({ name }) => ['citation_author', name] as const),
      ['citation_publication_date', day?.replaceAll('-', '/')],
      ['citation_publisher', site.installationName],
      ['citation_doi', doi],
      ['DC.type', 'Dataset'],
      ['DC.title', version.title],
      ...authors.map(({ name }) => ['DC.creator', name] as const),
      ['DC.identifier', dataset.persistentUrl],
      ['DC.date', day],
      ['DC.publisher', site.installationName],
      ['DC.description', description],
      ...keywordsOf(metadata).map((keyword) => ['DC.subject', keyword] as const),
      ['DC.rights', license],
    ]),
    openGraph({
      type: 'website',
      site_name: site.installationName,
      title: version.title,
      description: description.slice(0, 300).toWellFormed(),
      url: canonical,
    }),
    recordOf(described),
  ];
}

/** Parts of pages of a dataset. */
import { type ComponentChildren, h } from 'preact';
import type { PageFilesFragment, PagePlaceFragment, PageVersionFragment } from '../generated/page-operations.ts';
import { CITATION_STYLES, type CitationStyle } from '../vocabulary/citation-styles.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../vocabulary/datasets.ts';
import { collectionPath, datasetApiPath, datasetPath, differencesPath, webAddress } from './addresses.ts';
import { breadcrumb, factList, linkList, section } from './frame.ts';
import { type Author, authorsOf, descriptionsOf, type MetadataReader } from './metadata-reader.ts';
import { messagesOf } from './messages/messages.ts';
import { richLine, richText } from './rich-text.ts';
import { dayOf, versionName, versionParameter } from './version-words.ts';

/** The collections that hold something, published ones alone: the others have no page for a reader. */
export function placesOf(ancestors: readonly PagePlaceFragment[]): ComponentChildren {
  const places = ancestors.filter(({ isReleased }) => isReleased).toReversed();
  return places.length === 0 ? null : breadcrumb(places.map(({ alias, name }) => ({ href: collectionPath(alias), name })));
}

/** A mark with a word in it. */
export function badge(kind: string, text: string): ComponentChildren {
  return h('span', { class: `badge ${kind}` }, text);
}

function authorItem({ name, affiliation, identifierUrl, identifierText }: Author): ComponentChildren {
  return h(
    'li',
    null,
    h('bdi', null, name),
    affiliation === undefined ? null : h('span', { class: 'quiet' }, ' (', h('bdi', null, affiliation), ')'),
    identifierUrl === undefined ? null : [' ', h('a', { class: 'identifier', href: identifierUrl }, identifierText)],
  );
}

/** The authors of a version. */
export function authorList(authors: readonly Author[]): ComponentChildren {
  return authors.length === 0 ? null : h('ul', { class: 'authors', 'aria-label': messagesOf().reader.authors }, authors.map(authorItem));
}

/** What a version is called; every one has a title, but a draft may be without it. */
export function titleOf({ title }: Pick<PageVersionFragment, 'title'>): string {
  return title === '' ? messagesOf().reader.untitled : title;
}

/** Title, state and authors: the top of each page of a version. */
export function versionHeading(version: PageVersionFragment, metadata: MetadataReader): ComponentChildren {
  const kind = version.state.toLowerCase();
  const words = messagesOf().reader;
  return h(
    'div',
    { class: 'heading' },
    h('h1', { dir: 'auto' }, titleOf(version)),
    h(
      'p',
      { class: 'state' },
      version.state === 'DRAFT' ? null : [h('span', null, versionName(version)), ' '],
      badge(kind, words.states[version.state]),
      version.state === 'DRAFT' || version.releasedAt === null
        ? null
        : h(
            'span',
            { class: 'quiet' },
            version.state === 'RELEASED' ? words.releasedOn(version.releasedAt) : words.withdrawnAfter(version.releasedAt),
          ),
    ),
    authorList(authorsOf(metadata)),
  );
}

/** A citation in a style that the address of the page chose. */
export interface ChosenStyle {
  readonly persistentId: string;
  /** As the address has it; undefined where it has none. */
  readonly version: string | undefined;
  readonly style: CitationStyle | undefined;
  /** The citation in that style, in HTML. */
  readonly html: string | undefined;
}

/** The choice of a style, which is a form that leads to the same page. */
function styleForm({ persistentId, version, style }: ChosenStyle): ComponentChildren {
  const words = messagesOf().citation;
  return h(
    'form',
    { method: 'get', action: '/dataset.xhtml#citation', class: 'styles' },
    h('input', { type: 'hidden', name: 'persistentId', value: persistentId }),
    version === undefined ? null : h('input', { type: 'hidden', name: 'version', value: version }),
    h('label', { for: 'cite' }, words.style),
    ' ',
    h(
      'select',
      { id: 'cite', name: 'cite' },
      h('option', { value: '', selected: style === undefined }, words.ownStyle),
      Object.entries(CITATION_STYLES).map(([value, { name }]) => h('option', { value, selected: value === style }, name)),
    ),
    ' ',
    h('button', { type: 'submit', class: 'button' }, words.show),
  );
}

/** The citation, in a style that can be chosen, and where other programs get it; `chosen` null where they do not. */
export function citationSection(version: PageVersionFragment, chosen: ChosenStyle | null): ComponentChildren {
  const words = messagesOf().citation;
  const persistentId = chosen?.persistentId ?? null;
  const formats = ['BibTeX', 'RIS', 'EndNote', 'CSL'] as const;
  return section(
    'citation',
    words.heading,
    h('blockquote', { class: 'citation', dir: 'auto' }, richLine(chosen?.html ?? version.citation)),
    chosen === null ? null : [styleForm(chosen), h('p', { class: 'quiet' }, words.copyNote)],
    persistentId === null
      ? null
      : linkList(
          formats.map((format) =>
            h('a', { href: datasetApiPath(persistentId, `versions/${versionParameter(version)}/citation/${format}`) }, format),
          ),
        ),
  );
}

/** What the data are. */
export function descriptionSection(metadata: MetadataReader): ComponentChildren {
  const descriptions = descriptionsOf(metadata);
  return descriptions.length === 0 ? null : section('description', messagesOf().reader.description, descriptions.map(richText));
}

/** The licence of a version by its name; a link where its text lies. */
export function licenseLink({ license }: Pick<PageVersionFragment, 'license'>): ComponentChildren {
  if (license === null) return null;
  const uri = webAddress(license.uri);
  return uri === undefined ? license.name : h('a', { href: uri, rel: 'license' }, license.name);
}

/** Licence or terms of its own, and how restricted files can be had. */
export function termsSection(
  version: PageVersionFragment & {
    readonly filesSlice: { readonly files: readonly Pick<PageFilesFragment['filesSlice']['files'][number], 'accessStatus'>[] };
  },
): ComponentChildren {
  const { terms, fileAccessRequest, filesSlice } = version;
  const { reader: words, terms: forms } = messagesOf();
  const isOpen = filesSlice.files.every(({ accessStatus }) => accessStatus === 'Public');
  return section(
    'terms',
    words.parts.terms,
    factList([
      [words.license, licenseLink(version)],
      ...[...TERMS_OF_USE_KEYS, ...TERMS_OF_ACCESS_KEYS].map(
        (name) => [forms.fields[name], terms[name] === null ? null : richText(terms[name])] as const,
      ),
      [words.restrictedFiles, isOpen ? null : fileAccessRequest ? words.accessRequest : words.noAccessRequest],
    ]),
  );
}

interface ListedVersion {
  readonly state: PageVersionFragment['state'];
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
  readonly releasedAt: string | null;
  readonly versionNote: string | null;
}

/** All versions that a reader may open; `shown` is the one on the page. */
export function versionsSection(
  persistentId: string,
  versions: { readonly totalCount: number; readonly nodes: readonly ListedVersion[] },
  shown: string,
): ComponentChildren {
  if (versions.nodes.length === 0) return null;
  const words = messagesOf().reader;
  const row = (version: ListedVersion, place: number): ComponentChildren => {
    const parameter = versionParameter(version);
    const before = versions.nodes.slice(place + 1).find(({ state }) => state === 'RELEASED');
    const isCompared = before !== undefined && version.state === 'RELEASED';
    return h(
      'tr',
      null,
      h(
        'th',
        { scope: 'row' },
        h(
          'a',
          { href: datasetPath(persistentId, parameter), ...(parameter === shown ? { 'aria-current': 'page' } : {}) },
          versionName(version),
        ),
      ),
      h('td', null, version.releasedAt === null ? words.states[version.state] : dayOf(version.releasedAt)),
      h('td', { dir: 'auto' }, version.versionNote === null ? '' : version.versionNote),
      h(
        'td',
        null,
        isCompared
          ? h('a', { href: differencesPath(persistentId, versionParameter(before), parameter) }, words.since(versionParameter(before)))
          : null,
      ),
    );
  };
  return section(
    'versions',
    words.parts.versions,
    h(
      'table',
      null,
      h('thead', null, h('tr', null, ...Object.values(words.versionTable).map((heading) => h('th', { scope: 'col' }, heading)))),
      h('tbody', null, versions.nodes.map(row)),
    ),
    versions.totalCount > versions.nodes.length
      ? h(
          'p',
          null,
          words.newestVersions(versions.nodes.length, versions.totalCount),
          h('a', { href: datasetApiPath(persistentId, 'versions') }, words.allVersions),
        )
      : null,
  );
}

/** DDI codebooks that grow. Superusers alone import them; they come from strangers all the same. */
import type { Dimension } from '../dimension.ts';

const times = (count: number, text: string | ((index: number) => string)): string =>
  typeof text === 'string' ? text.repeat(Math.max(1, count)) : Array.from({ length: count }, (_, index) => text(index)).join('');
const nested = (count: number, open: string, close: string): string => open.repeat(count) + close.repeat(count);

interface Parts {
  readonly before?: string;
  readonly attributes?: string;
  readonly title?: string;
  readonly citation?: string;
  readonly info?: string;
  readonly after?: string;
}

function codebook({ before = '', attributes = '', title = 'T', citation = '', info = '', after = '' }: Parts): string {
  return `${before}<codeBook xmlns="ddi:codebook:2_5" version="2.5"${attributes}><stdyDscr><citation><titlStmt><titl>${title}</titl></titlStmt><rspStmt><AuthEnty>A</AuthEnty></rspStmt>${citation}</citation><stdyInfo><abstract>A</abstract>${info}</stdyInfo></stdyDscr>${after}</codeBook>`;
}

/** Codebooks by name, with about so many of what is named. */
const codebooks: Readonly<Record<string, readonly [to: number, parts: (count: number) => Parts]>> = {
  attributes: [1_000_000, (n) => ({ attributes: times(n, (i) => ` a${i}=""`) })],
  'the same attribute': [1_000_000, (n) => ({ attributes: times(n, ' a=""') })],
  'attributes of elements': [500_000, (n) => ({ info: times(n, '<notes a="" b="" c=""/>') })],
  namespaces: [300_000, (n) => ({ attributes: times(n, (i) => ` xmlns:n${i}="urn:${i}"`) })],
  'namespaces of elements in each other': [
    60,
    (n) => ({ info: `<notes>${times(n, (i) => `<a${times(2000, (j) => ` xmlns:n${i}x${j}="u"`)}>`)}${times(n, () => '</a>')}</notes>` }),
  ],
  'elements in each other': [2_000_000, (n) => ({ info: nested(n, '<a>', '</a>') })],
  'elements that are read over': [1_000_000, (n) => ({ after: `<dataDscr>${times(n, '<var/>')}</dataDscr>` })],
  elements: [1_000_000, (n) => ({ info: times(n, '<notes/>') })],
  keywords: [400_000, (n) => ({ info: `<subject>${times(n, '<keyword>x</keyword>')}</subject>` })],
  authors: [200_000, (n) => ({ citation: `<rspStmt>${times(n, '<AuthEnty>A</AuthEnty>')}</rspStmt>` })],
  'a long text': [16_000_000, (n) => ({ title: times(n, 'x') })],
  'a long address': [
    16_000_000,
    (n) => ({
      info: `<notes><ExtLink URI="http://${times(n, 'x')} "/></notes>`,
      citation: `<prodStmt><producer><ExtLink role="URI" URI="http://${times(Math.min(n, 100_000), 'x')} "/></producer></prodStmt>`,
    }),
  ],
  'blanks in a text': [16_000_000, (n) => ({ title: `x${times(n, ' ')}x` })],
  'lines of a text': [8_000_000, (n) => ({ info: `<abstract>${times(n, 'x\n')}</abstract>` })],
  'marked-up text': [400_000, (n) => ({ info: `<abstract>${times(n, '<p>x</p>')}</abstract>` })],
  'marks in each other': [60, (n) => ({ info: `<abstract>${nested(n, '<emph>', '</emph>')}${times(1000, 'x')}</abstract>` })],
  'references to characters': [2_000_000, (n) => ({ title: times(n, '&#65;') })],
  'references to entities': [2_000_000, (n) => ({ title: times(n, '&amp;') })],
  'digits of a reference': [8_000_000, (n) => ({ title: `&#${times(n, '0')}65;` })],
  'the name of an entity': [8_000_000, (n) => ({ title: `&${times(n, 'a')};` })],
  'a document type': [100_000, (n) => ({ before: `<!DOCTYPE codeBook [<!ENTITY a "x">${times(n, (i) => `<!ENTITY e${i} "&a;&a;">`)}]>` })],
  'a document type without end': [16_000_000, (n) => ({ before: `<!DOCTYPE codeBook [${times(n, 'a')}` })],
  comments: [2_000_000, (n) => ({ info: times(n, '<!---->') })],
  'a comment': [16_000_000, (n) => ({ info: `<!--${times(n, '- ')}-->` })],
  instructions: [2_000_000, (n) => ({ info: times(n, '<?a?>') })],
  'sections as they are': [1_000_000, (n) => ({ title: times(n, '<![CDATA[x]]>') })],
  'a section without end': [8_000_000, (n) => ({ title: `<![CDATA[${times(n, ']]')}` })],
  'the name of an element': [8_000_000, (n) => ({ info: `<a${times(n, 'a')}/>` })],
  'the value of an attribute': [16_000_000, (n) => ({ attributes: ` a="${times(n, '&lt;')}"` })],
};

/** Variables that a depositor describes, by name. */
const descriptions: Readonly<Record<string, readonly [to: number, write: (count: number) => string]>> = {
  variables: [300_000, (n) => times(n, (i) => `<var ID="v${i}"/>`)],
  'variables of another form': [300_000, (n) => times(n, '<var ID="x"/>')],
  'members of a group': [2_000_000, (n) => `<varGrp var="${times(n, (i) => `v${i} `)}"/>`],
  groups: [300_000, (n) => times(n, (i) => `<varGrp ID="VG${i}"/>`)],
  'categories of a variable': [
    100_000,
    (n) => `<var ID="v1">${times(n, (i) => `<catgry><catValu>${i}</catValu><catStat wgtd="wgtd" type="freq">1</catStat></catgry>`)}</var>`,
  ],
  'a note of a variable': [8_000_000, (n) => `<var ID="v1"><notes>${times(n, 'x')}</notes></var>`],
  'statistics that are read over': [1_000_000, (n) => `<var ID="v1">${times(n, '<sumStat/>')}</var>`],
  'descriptions in each other': [60, (n) => nested(n, '<a>', '</a>')],
};

const descriptionDimensions: readonly Dimension[] = Object.entries(descriptions).map(([kind, [to, write]]) => ({
  name: `xml: ${kind}`,
  as: 'depositor',
  sizes: [10, to],
  writes: true,
  requests: (size, { draft }) => ({
    method: 'PUT',
    path: `/api/edit/${draft.fileId}`,
    headers: { 'content-type': 'application/xml' },
    body: `<codeBook><dataDscr>${write(size)}</dataDscr></codeBook>`,
  }),
}));

const importDimensions: readonly Dimension[] = Object.entries(codebooks).map(([kind, [to, parts]]) => ({
  name: `xml: ${kind}`,
  as: 'superuser',
  // A codebook of 16 MB is parsed in pieces, yielding in between; only superusers can send one.
  bound: { total: 700 },
  sizes: [10, to],
  requests: (size, { collection }) => ({
    method: 'POST',
    path: `/api/collections/${collection}/datasets/:importddi?pid=doi:10.5072/FK2/DDI${size}&release=no`,
    headers: { 'content-type': 'application/xml' },
    body: codebook(parts(size)),
  }),
}));

export const xmlDimensions: readonly Dimension[] = [...importDimensions, ...descriptionDimensions];

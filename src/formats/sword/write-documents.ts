/** Documents that a depositor reads: receipts, feeds, the service document, refusals. Source: SWORD 2.0, 6.1, 10, 11, 12; RFC 4287; RFC 5023, 8. */
import { element, leaf, type XmlElement, xmlAround, xmlText } from '../xml/xml-element.ts';
import { APP, ATOM, DCTERMS, SIMPLE_ZIP, SWORD, SWORD_STATE } from './namespaces.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const GENERATOR = element('generator', { uri: 'http://www.swordapp.org/', version: '2.0' });
const STATEMENT_TYPE = 'application/atom+xml;type=feed';

/** A root whose content is written while it is sent. */
export interface Frame {
  readonly start: string;
  readonly end: string;
}

function link(rel: string, href: string, type?: string): XmlElement {
  return element('link', { rel, href, type });
}

/** Addresses of a dataset in the deposit interface. */
export interface DepositAddresses {
  readonly edit: string;
  readonly editMedia: string;
  readonly statement: string;
}

/** What a receipt tells. */
export interface Receipt {
  readonly addresses: DepositAddresses;
  readonly title: string;
  /** Moment of the last change. */
  readonly updated: string;
  readonly citation: string;
  /** Address of the page of the dataset. */
  readonly page: string;
  /** What was done, as a sentence. */
  readonly treatment: string;
  readonly leftOut?: readonly string[];
}

/** A receipt of a dataset. */
export function receiptXml({ addresses, title, updated, citation, page, treatment, leftOut = [] }: Receipt): string {
  const { edit, editMedia, statement } = addresses;
  const root = element(
    'entry',
    { xmlns: ATOM, 'xmlns:sword': SWORD, 'xmlns:dcterms': DCTERMS },
    GENERATOR,
    leaf('id', edit),
    leaf('title', title),
    leaf('updated', updated),
    link('edit', edit),
    link(`${SWORD}add`, edit),
    link('edit-media', editMedia),
    link(`${SWORD}statement`, statement, STATEMENT_TYPE),
    link('alternate', page),
    leaf('dcterms:bibliographicCitation', citation),
    leaf('sword:packaging', SIMPLE_ZIP),
    leaf('sword:treatment', treatment),
    leftOut.length === 0
      ? undefined
      : leaf('sword:verboseDescription', `Not kept: ${leftOut.map((name) => `dcterms:${name}`).join(', ')}.`),
  );
  return DECLARATION + xmlText(root);
}

/** A receipt of a collection, which is published by the address that it is edited at. */
export function collectionReceiptXml(told: { readonly edit: string; readonly page: string; readonly treatment: string }): string {
  const root = element(
    'entry',
    { xmlns: ATOM, 'xmlns:sword': SWORD },
    GENERATOR,
    leaf('id', told.edit),
    link('edit', told.edit),
    link(`${SWORD}add`, told.edit),
    link('alternate', told.page),
    leaf('sword:treatment', told.treatment),
  );
  return DECLARATION + xmlText(root);
}

/** Around the collections of a service document. `warning` stands where an address is used that goes out of use. */
export function serviceFrame(title: string, warning: string | undefined): Frame {
  const service = xmlAround('service', { xmlns: APP, 'xmlns:atom': ATOM, 'xmlns:sword': SWORD });
  const workspace = xmlAround('workspace', { warning });
  const head = xmlText(element('sword:version', {}, '2.0'));
  const name = xmlText(element('atom:title', { type: 'text' }, title));
  return { start: DECLARATION + service.start + head + workspace.start + name, end: workspace.end + service.end };
}

/** A collection that the depositor may fill. */
export function serviceCollectionXml(told: { readonly href: string; readonly title: string; readonly policy: string }): string {
  return xmlText(
    element(
      'collection',
      { href: told.href },
      element('atom:title', { type: 'text' }, told.title),
      leaf('accept', 'application/atom+xml;type=entry'),
      leaf('sword:collectionPolicy', told.policy),
      leaf('sword:mediation', 'false'),
      leaf('sword:acceptPackaging', SIMPLE_ZIP),
    ),
  );
}

/** Around the datasets of a collection. */
export function collectionFrame(told: { readonly id: string; readonly title: string; readonly released: boolean }): Frame {
  const { start, end } = xmlAround('feed', { xmlns: ATOM });
  const head = [
    element('id', {}, told.id),
    element('title', { type: 'text' }, told.title),
    element('updated', {}, new Date().toISOString()),
  ].map(xmlText);
  // Clients look for it in this namespace.
  const state = xmlText(element('dataverseHasBeenReleased', { xmlns: SWORD_STATE }, String(told.released)));
  return { start: DECLARATION + start + head.join('') + state, end };
}

/** A dataset of a collection. */
export function collectionEntryXml({ edit, editMedia }: DepositAddresses, title: string, updated: string): string {
  return xmlText(
    element(
      'entry',
      { 'xml:base': edit },
      leaf('id', edit),
      leaf('title', title),
      leaf('updated', updated),
      link('edit', edit),
      link('edit-media', editMedia),
    ),
  );
}

/** What a statement says of a dataset beside its files. */
export interface StatementHead {
  readonly id: string;
  readonly title: string;
  readonly authors: string;
  readonly updated: string;
  /** By name, in this order. */
  readonly states: Readonly<Record<string, string>>;
}

/** Around the files of a statement. */
export function statementFrame({ id, title, authors, updated, states }: StatementHead): Frame {
  const { start, end } = xmlAround('feed', { xmlns: ATOM });
  const head = [
    element('id', {}, id),
    element('title', { type: 'text' }, title),
    element('author', {}, element('name', {}, authors)),
    element('updated', {}, updated),
    ...Object.entries(states).map(([term, text]) => element('category', { scheme: SWORD_STATE, term, label: 'State' }, text)),
  ];
  return { start: DECLARATION + start + head.map(xmlText).join(''), end };
}

/** A file of a statement, whose address deletes it. */
export function statementFileXml(file: {
  readonly href: string;
  readonly label: string;
  readonly type: string;
  readonly updated: string;
}): string {
  return xmlText(
    element(
      'entry',
      {},
      leaf('id', file.href),
      leaf('title', file.label),
      element('summary', { type: 'text' }, file.label),
      leaf('updated', file.updated),
      element('content', { type: file.type, src: file.href }),
      link('edit-media', file.href),
    ),
  );
}

/** Why a deposit was refused. */
export function refusalXml(told: { readonly kind: string; readonly summary: string; readonly details: readonly string[] }): string {
  const root = element(
    'sword:error',
    { xmlns: ATOM, 'xmlns:sword': SWORD, href: `http://purl.org/net/sword/error/${told.kind}` },
    leaf('title', 'ERROR'),
    GENERATOR,
    leaf('updated', new Date().toISOString()),
    leaf('summary', told.summary),
    leaf('sword:treatment', 'Nothing was changed.'),
    leaf('sword:verboseDescription', told.details.join('\n')),
  );
  return DECLARATION + xmlText(root);
}

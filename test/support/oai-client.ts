// A small harvester.
import { DOMParser, type Element } from '@xmldom/xmldom';

/** An answer of OAI-PMH, well-formed. */
export interface OaiAnswer {
  readonly status: number;
  readonly text: string;
  readonly root: Element;
  readonly errors: readonly string[];
}

export interface HarvestedHead {
  readonly identifier: string;
  readonly datestamp: string;
  readonly deleted: boolean;
  readonly sets: readonly string[];
}

/** Arguments in their order; a list is sent as repeated ones. */
export type OaiAsked = Readonly<Record<string, string | readonly string[] | undefined>>;

export function elements(root: Element, name: string): Element[] {
  return [...root.getElementsByTagName(name)];
}

export function texts(root: Element, name: string): string[] {
  return elements(root, name).map(({ textContent }) => textContent ?? '');
}

function argumentsOf(asked: OaiAsked): string {
  const pairs = Object.entries(asked).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one] as [string, string]));
  return String(new URLSearchParams(pairs));
}

/** Sends a request. @throws Error when the answer is not well-formed. */
export async function askOai(url: string, asked: OaiAsked | string, method: 'GET' | 'POST' = 'GET'): Promise<OaiAnswer> {
  const sent = typeof asked === 'string' ? asked : argumentsOf(asked);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response =
    method === 'GET' ? await fetch(`${url}/oai?${sent}`) : await fetch(`${url}/oai`, { method: 'POST', headers, body: sent });
  const text = await response.text();
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (root === null) throw new Error('There is no root element.');
  return { status: response.status, text, root, errors: elements(root, 'error').map((error) => error.getAttribute('code') ?? '') };
}

/** The heads of the records of an answer. */
export function headsOf({ root }: OaiAnswer): HarvestedHead[] {
  return elements(root, 'header').map((header) => ({
    identifier: texts(header, 'identifier')[0] ?? '',
    datestamp: texts(header, 'datestamp')[0] ?? '',
    deleted: header.getAttribute('status') === 'deleted',
    sets: texts(header, 'setSpec'),
  }));
}

/** The resumption token of an answer: a text, empty at the end of a list of several parts, undefined in a list of one part. */
export function tokenOf({ root }: OaiAnswer): string | undefined {
  return texts(root, 'resumptionToken')[0];
}

/** All parts of a list, one after the other. */
export async function* harvest(url: string, asked: OaiAsked): AsyncGenerator<OaiAnswer> {
  let answer = await askOai(url, asked);
  yield answer;
  for (let token = tokenOf(answer); token !== undefined && token !== ''; token = tokenOf(answer)) {
    answer = await askOai(url, { verb: asked['verb'], resumptionToken: token });
    yield answer;
  }
}

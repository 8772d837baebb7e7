/** Citations in the styles of publications, on the page of a dataset and in GraphQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CITATION_STYLES } from '../../src/vocabulary/citation-styles.ts';
import { htmlPage, structuralFaults } from '../support/html-page.ts';
import { createPageWorld, type PageWorld } from '../support/page-world.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let world: PageWorld;
beforeAll(async () => {
  server = await startTestServer();
  world = await createPageWorld(server);
});
afterAll(() => server.stop());

async function citedIn(
  persistentId: string,
  more: string,
): Promise<{ readonly citation: string; readonly chosen: string | undefined; readonly status: number }> {
  const response = await fetch(`${server.url}/dataset.xhtml?persistentId=${persistentId}${more}`);
  const page = htmlPage(await response.text());
  expect(structuralFaults(page)).toEqual([]);
  const chosen = page.all('option').find(({ attributes }) => 'selected' in attributes);
  return { citation: page.all('blockquote')[0]?.text ?? '', chosen: chosen?.attributes['value'], status: response.status };
}

test('the page cites in the style that its form asks for, and keeps version and choice', async () => {
  const { persistentId } = world.published;
  const apa = await citedIn(persistentId, '&version=1.0&cite=APA');
  expect(apa.chosen).toBe('APA');
  expect(apa.citation).toMatch(/^Teixeira, I\..*\(\d{4}\)\. Heating, Damp.*\(Version 1\) \[Dataset\]\./);
  expect((await citedIn(persistentId, '&cite=MLA')).citation).toContain('“Heating, Damp and Comfort at Home');
});

test('a style that is none is as no style', async () => {
  const { persistentId } = world.published;
  const own = await citedIn(persistentId, '');
  for (const style of ['', 'apa', 'constructor', '__proto__', 'A'.repeat(5000)]) {
    expect(await citedIn(persistentId, `&cite=${style}`)).toEqual(own);
  }
});

test('markup of a title is a text in every style', async () => {
  for (const style of Object.keys(CITATION_STYLES)) {
    const response = await fetch(`${server.url}/dataset.xhtml?persistentId=${world.hostile.persistentId}&cite=${style}`);
    expect(await response.text()).not.toContain('<script>alert');
  }
});

test('GraphQL has each style, in English and in German, and a draft for nobody else', async () => {
  const ask = async (
    persistentId: string,
    style: string,
    language: string,
  ): Promise<{ readonly data: unknown; readonly errors?: unknown }> => {
    const query = `{ dataset(reference: { persistentId: "${persistentId}" }) { version(reference: ":latest") { citationInStyle(style: ${style}, language: ${language}) { text } } } }`;
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return JSON.parse(await response.text());
  };
  for (const style of Object.keys(CITATION_STYLES)) {
    expect(JSON.stringify(await ask(world.published.persistentId, style, 'EN'))).toContain('Heating, Damp and Comfort at Home');
  }
  expect(JSON.stringify(await ask(world.published.persistentId, 'APA', 'DE'))).toContain('[Datensatz]');
  const refused = await ask(world.draft.persistentId, 'APA', 'EN');
  expect(refused.errors).toBeDefined();
});

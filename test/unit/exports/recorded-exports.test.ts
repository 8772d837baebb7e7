// Answers of another software to our own inputs, where they lie beside the checkout.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exporters } from '../../../src/formats/exports/exporters.ts';
import { metadataOf, snapshotOf, textOf } from './snapshots.ts';
import type { ExportSnapshot } from '../../../src/formats/exports/export-snapshot.ts';

const FOLDER = new URL('../../../../shared/golden/exports/', import.meta.url);

const native = z.object({
  body: z.object({
    identifier: z.string(),
    persistentUrl: z.string(),
    publisher: z.string(),
    publicationDate: z.string(),
    datasetVersion: z.looseObject({
      releaseTime: z.string(),
      lastUpdateTime: z.string(),
      license: z.object({ name: z.string(), uri: z.string() }),
      metadataBlocks: z.unknown(),
      citation: z.string(),
    }),
  }),
});

function read(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

/** The version of a recording, without files. */
function recorded(name: string): ExportSnapshot {
  const { body } = native.parse(JSON.parse(read(`export-${name}-dataverse_json.json`)));
  const { datasetVersion: version, identifier, persistentUrl, publisher, publicationDate } = body;
  const given = snapshotOf({ metadata: metadataOf(version.metadataBlocks) });
  const { license } = given.version;
  return {
    ...given,
    pid: { ...given.pid, identifier },
    publishedAt: new Date(publicationDate),
    dataset: { ...given.dataset, identifier, persistentUrl, publisher, publicationDate },
    version: {
      ...given.version,
      updatedAt: new Date(version.lastUpdateTime),
      releasedAt: new Date(version.releaseTime),
      license: license === null ? null : { ...license, ...version.license },
    },
    citation: { text: version.citation, year: Number(publicationDate.slice(0, 4)) },
  };
}

/** Some characters may be escaped or not, an empty element is written in two ways, and the order of attributes says nothing. */
function told(xml: string): string {
  return xml
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/<(\w+)((?:\s[^<>]*)?)><\/\1>/g, '<$1$2/>')
    .replace(/<([\w:]+)((?:\s[\w:]+="[^"]*")+)/g, (_tag, name: string, attributes: string) => {
      const each = attributes.match(/\s[\w:]+="[^"]*"/g) ?? [];
      return `<${name}${each.toSorted((one, other) => (one < other ? -1 : 1)).join('')}`;
    })
    .trim();
}

/** Where the recording has no defect that is not to be copied, and nothing of files or of an order that means nothing. */
const ALIKE = [
  ['minimal', 'ddi'],
  ['minimal', 'oai_ddi'],
  ['minimal', 'oai_dc'],
  ['minimal', 'dcterms'],
  ['minimal', 'oai_datacite'],
  ['survey', 'oai_dc'],
  ['rich', 'oai_dc'],
] as const;

describe.skipIf(!existsSync(FOLDER))('exports are those of the recordings (needs ../shared/golden)', () => {
  test.each(ALIKE)('of %s in %s', async (name, format) => {
    const exporter = exporters.find((one) => one.name === format);
    if (exporter === undefined) throw new Error(format);
    expect(told(await textOf(exporter, recorded(name)))).toBe(told(read(`export-${name}-${format}.body.xml`)));
  });
});

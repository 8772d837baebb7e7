// What exports say of tables and their variables.
import { describe, expect, test } from 'vitest';
import { croissantExporter } from '../../../src/formats/croissant/croissant-exporter.ts';
import { ddiExporter, oaiDdiExporter } from '../../../src/formats/ddi/ddi-exporters.ts';
import { htmlExporter } from '../../../src/formats/html-codebook/html-exporter.ts';
import { oreExporter } from '../../../src/formats/ore/ore-exporter.ts';
import { compound, field } from '../metadata/standard-catalog.ts';
import { everyField, fileOf, metadataOf, snapshotOf, TEXT_SHA256, tableOf, textOf, variableOf } from './snapshots.ts';

const SITE = 'https://repo.example.org';
const HOSTILE = `<script>alert("1")</script> & ]]> 'x' \u202e\u{1F426}`;
const metadata = metadataOf({
  citation: { fields: [field('title', 'Pets'), field('author', [compound({ authorName: 'Finch, Fiona' })])] },
});
const dated = {
  formatType: 'CHARACTER',
  format: 'yyyy-MM-dd',
  formatCategory: 'date',
  statistics: null,
  categories: null,
  invalidRanges: null,
} as const;
const plain = { label: null, format: null, decimalPoints: null, isOrderedCategorical: false, intervalType: 'discrete' } as const;
const pets = snapshotOf({
  metadata,
  files: [fileOf(8, 'read me.txt'), tableOf(7, 'pets.tab', { description: 'All pets', directoryLabel: 'data' })],
  variables: [variableOf(1, 'weight'), variableOf(2, 'born', { ...plain, ...dated })],
});

describe('DDI', () => {
  test('describes a table with its size and fingerprint, then its variables', async () => {
    const text = await textOf(ddiExporter, pets);
    const [, tables] = /(<fileDscr.*)<otherMat/s.exec(text) ?? [];
    const unf = 'subject="Universal Numeric Fingerprint"';
    expect(tables).toBe(
      [
        `<fileDscr ID="f7" URI="${SITE}/api/access/datafile/7"><fileTxt><fileName>pets.tab</fileName><dimensns><caseQnty>5</caseQnty><varQnty>2</varQnty></dimensns>`,
        `<fileType>text/tab-separated-values</fileType></fileTxt><notes level="file" type="VDC:UNF" ${unf}>UNF:6:file</notes>`,
        '<notes level="file" type="DATAVERSE:FILEDESC" subject="DataFile Description">All pets</notes></fileDscr>',
        '<dataDscr><var ID="v1" name="weight" dcml="2" nature="ordinal" intrvl="contin"><location fileid="f7"/><labl level="variable">weight</labl>',
        '<invalrng><item VALUE="9"/><range min="97"/></invalrng>',
        '<sumStat type="mean">1.5</sumStat><sumStat type="medn">1.0</sumStat><sumStat type="mode">.</sumStat><sumStat type="vald">4.0</sumStat>',
        '<sumStat type="invd">1.0</sumStat><sumStat type="min">-Infinity</sumStat><sumStat type="max">NaN</sumStat><sumStat type="stdev">1.0E-7</sumStat>',
        '<catgry missing="Y"><catValu>9</catValu></catgry>',
        '<catgry><catValu>10</catValu><labl level="category">weight</labl><catStat type="freq">2</catStat></catgry>',
        `<varFormat type="numeric" formatname="float"/><notes ${unf} level="variable" type="Dataverse:UNF">UNF:6:variable</notes></var>`,
        '<var ID="v2" name="born" intrvl="discrete"><location fileid="f7"/>',
        `<varFormat type="character" formatname="yyyy-MM-dd" category="date"/><notes ${unf} level="variable" type="Dataverse:UNF">UNF:6:variable</notes></var></dataDscr>`,
      ].join(''),
    );
  });

  test('for harvesters has no variables', async () => {
    const text = await textOf(oaiDdiExporter, pets);
    expect(text).not.toMatch(/<(?:fileDscr|dataDscr)/);
    expect(text.match(/<otherMat/g)).toHaveLength(2);
  });

  test('has no empty description of variables', async () => {
    expect(await textOf(ddiExporter, snapshotOf({ metadata, files: [tableOf(7, 'pets.tab')] }))).not.toContain('<dataDscr');
  });
});

describe('Croissant', () => {
  test('has what every dataset has to have, also of a draft that says nothing', async () => {
    const version = { state: 'DRAFT', versionNumber: null, versionMinorNumber: null, releasedAt: null, license: null } as const;
    const snapshot = snapshotOf({
      metadata: metadataOf({ citation: { fields: [field('title', 'T')] } }),
      version,
      dataset: { publicationDate: null },
    });
    const record = JSON.parse(await textOf(croissantExporter, snapshot)) as Record<string, unknown>;
    expect(record).toMatchObject({
      '@type': 'sc:Dataset',
      conformsTo: 'http://mlcommons.org/croissant/1.1',
      name: 'T',
      description: 'T',
      license: expect.stringMatching(/^https:.*customlicense/),
      url: 'https://doi.org/10.5072/FK2/ABCDEF',
      creator: { '@type': 'Organization', name: 'Demo Repository' },
      datePublished: '2026-02-03',
      distribution: [],
      recordSet: [],
    });
    expect(record).not.toHaveProperty('version');
  });

  test('describes files as resources with the checksums that it has words for, those of tables for what is given out and what was uploaded', async () => {
    const hashed = fileOf(9, 'hashed.bin', { dataFile: { ...fileOf(9, '').dataFile, checksum: { type: 'SHA-256', value: 'ab' } } });
    const other = fileOf(10, 'other.bin', { dataFile: { ...fileOf(10, '').dataFile, checksum: { type: 'SHA-1', value: 'cd' } } });
    const text = await textOf(croissantExporter, snapshotOf({ metadata, files: [tableOf(7, 'pets.tab'), hashed, other] }));
    const { distribution, version } = JSON.parse(text) as { distribution: unknown; version: unknown };
    const contentUrl = `${SITE}/api/access/datafile/`;
    expect(version).toBe('1.0.0');
    expect(distribution).toEqual([
      {
        '@type': 'cr:FileObject',
        '@id': 'f7',
        name: 'pets.tab',
        encodingFormat: 'text/tab-separated-values',
        contentUrl: `${contentUrl}7`,
        contentSize: '20 B',
        sha256: TEXT_SHA256,
      },
      {
        '@type': 'cr:FileObject',
        '@id': 'f7-original',
        name: 'table.csv',
        encodingFormat: 'text/csv',
        contentUrl: `${contentUrl}7?format=original`,
        contentSize: '40 B',
        md5: 'd41d8cd98f00b204e9800998ecf8427e',
      },
      {
        '@type': 'cr:FileObject',
        '@id': 'f9',
        name: 'hashed.bin',
        encodingFormat: 'text/plain',
        contentUrl: `${contentUrl}9`,
        contentSize: '12 B',
        sha256: 'ab',
      },
      {
        '@type': 'cr:FileObject',
        '@id': 'f10',
        name: 'other.bin',
        encodingFormat: 'text/plain',
        contentUrl: `${contentUrl}10`,
        contentSize: '12 B',
      },
    ]);
  });

  test('has a set of records for each table, with a field for each variable', async () => {
    const variables = [
      variableOf(1, 'weight'),
      variableOf(2, 'legs', plain),
      variableOf(3, 'born', dated),
      variableOf(4, 'seen', { ...dated, formatCategory: 'time', format: 'yyyy-MM-dd HH:mm:ss' }),
      variableOf(5, 'noon', { ...dated, formatCategory: 'time', format: 'HH:mm:ss' }),
      variableOf(6, 'tame', { ...plain, formatCategory: 'Boolean' }),
      variableOf(7, HOSTILE, { formatType: 'CHARACTER', statistics: null }),
    ];
    const snapshot = snapshotOf({ metadata, files: [tableOf(7, 'pets.tab'), tableOf(8, 'more.tab')], variables });
    const { recordSet } = JSON.parse(await textOf(croissantExporter, snapshot)) as {
      recordSet: readonly { field: readonly { name: string; dataType: string }[] }[];
    };
    expect(recordSet.map(({ field: fields }) => fields.map(({ dataType }) => dataType))).toEqual(
      Array.from({ length: 2 }, () => ['sc:Float', 'sc:Integer', 'sc:Date', 'sc:DateTime', 'sc:Text', 'sc:Boolean', 'sc:Text']),
    );
    expect(recordSet[1]).toMatchObject({ '@type': 'cr:RecordSet', '@id': 't8', name: 'more.tab' });
    expect(recordSet[1]?.field[6]).toEqual({
      '@type': 'cr:Field',
      '@id': 't8/v107',
      name: HOSTILE,
      description: HOSTILE,
      dataType: 'sc:Text',
      source: { fileObject: { '@id': 'f8' }, extract: { column: HOSTILE } },
    });
  });
});

describe('the codebook for people', () => {
  test('shows metadata, files and variables', async () => {
    const text = await textOf(htmlExporter, pets);
    for (const shown of [
      '<h1 dir="auto">Pets</h1>',
      'Finch, Fiona',
      'data/pets.tab',
      '5 cases, 2 variables',
      '10: weight, 2 times',
      'Mean: 1.5',
      'date, yyyy-MM-dd',
    ]) {
      expect(text).toContain(shown);
    }
    expect(text).toContain('<a href="https://doi.org/10.5072/FK2/ABCDEF" rel="nofollow ugc">doi:10.5072/FK2/ABCDEF</a>');
  });

  test('has nothing of what texts say as markup, runs nothing and loads nothing', async () => {
    const text = await textOf(
      htmlExporter,
      snapshotOf({
        metadata: everyField(`${HOSTILE} <img src=x onerror=alert(1)> <a href="javascript:alert(1)">x</a>`),
        files: [tableOf(7, HOSTILE, { description: HOSTILE, directoryLabel: HOSTILE })],
        variables: [variableOf(1, HOSTILE)],
        version: { title: `</title>${HOSTILE}`, license: null, terms: { termsOfUse: HOSTILE } },
      }),
    );
    const tags = text.match(/<[a-z][^>]*>/gi) ?? [];
    const written = tags.join('').replaceAll(/ href="(?:https?:\/\/|#f)[^"]*"/g, '');
    expect(written).not.toMatch(/<(?:script|img|iframe|link|object|form)\b|\son\w+=|src=|href=|javascript:/i);
    expect(/<style>(.*?)<\/style>/.exec(text)?.[1]).not.toMatch(/url\(|@import/);
    expect(text.match(/<title>/g)).toHaveLength(1);
  });
});

// Source: exports.md 9.1.
describe('OAI_ORE', () => {
  test('tells of a table as it was uploaded', async () => {
    const map = JSON.parse(await textOf(oreExporter, pets)) as {
      'ore:describes': { 'ore:aggregates': readonly Record<string, unknown>[] };
    };
    const [text, table] = map['ore:describes']['ore:aggregates'];
    expect(table).toEqual({
      'schema:description': 'All pets',
      'schema:name': 'table.csv',
      'dvcore:restricted': false,
      'dvcore:directoryLabel': 'data',
      'schema:version': 1,
      'dvcore:datasetVersionId': 22,
      '@id': `${SITE}/file.xhtml?fileId=7`,
      'schema:sameAs': `${SITE}/api/access/datafile/7?format=original`,
      '@type': 'ore:AggregatedResource',
      'schema:fileFormat': 'text/csv',
      'dvcore:filesize': 40,
      'dvcore:storageIdentifier': 'local://7',
      'dvcore:currentIngestedName': 'pets.tab',
      'dvcore:UNF': 'UNF:6:file',
      'dvcore:rootDataFileId': -1,
      'dvcore:checksum': { '@type': 'MD5', '@value': 'd41d8cd98f00b204e9800998ecf8427e' },
    });
    expect(text).not.toHaveProperty('dvcore:currentIngestedName');
    expect(text).toMatchObject({ 'schema:name': 'read me.txt', 'schema:sameAs': `${SITE}/api/access/datafile/8` });
  });
});

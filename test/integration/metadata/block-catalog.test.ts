import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseConnection, connectDatabase } from '../../../src/db/client.ts';
import { metadataBlock, metadataField, vocabularyValue } from '../../../src/db/schema/metadata-block.ts';
import { createBlockCatalogSource } from '../../../src/domain/metadata/block-catalog-source.ts';
import { lockMetadataCatalog } from '../../../src/db/queries/metadata/metadata-blocks.ts';
import { parseBlockFile } from '../../../src/domain/metadata/block-file.ts';
import { blockFileRows } from '../../../src/domain/metadata/block-file-rows.ts';
import { installStandardBlocks } from '../../../src/domain/metadata/install-blocks.ts';
import { ProblemList } from '../../../src/errors/problem-list.ts';
import { storeBlocks } from '../../../src/domain/metadata/store-blocks.ts';
import { STANDARD_BLOCKS } from '../../../src/domain/metadata/standard-blocks.ts';
import { loadBlockCatalog } from '../../../src/domain/metadata/load-block-catalog.ts';
import { type TestDatabase, createTestDatabase } from '../../support/postgres.ts';
import { catalogOf } from '../../../tools/catalog-of.ts';
import { readBlockFile, standardCatalog } from '../../unit/metadata/standard-catalog.ts';

const DIRECTORY = new URL('../../../data/blocks/', import.meta.url).pathname;
const OPTIONAL_BLOCK = readBlockFile('computationalworkflow');

let database: TestDatabase;
let connection: DatabaseConnection;
let statements: string[];

function load(definition: unknown): Promise<void> {
  return connection.db.transaction(async (tx) => {
    await lockMetadataCatalog(tx);
    await storeBlocks(tx, await loadBlockCatalog(tx), blockFileRows(parseBlockFile(definition), ''), new ProblemList());
  });
}

beforeEach(async () => {
  database = await createTestDatabase();
  statements = [];
  connection = connectDatabase(database.url, { onStatement: (text) => statements.push(text) });
});
afterEach(async () => {
  await connection.close();
  await database.drop();
});

describe('installing the standard blocks', () => {
  it('gives a catalogue equal to the files in every block, field and value', async () => {
    await installStandardBlocks(connection.db, DIRECTORY);
    const catalog = await loadBlockCatalog(connection.db);
    expect(catalog.blocks).toEqual(standardCatalog.blocks);
    expect(catalog.fields.map((field) => field.id)).toEqual(standardCatalog.fields.map((field) => field.id));
    expect(catalog.version).toBe(1);
  });

  it('changes nothing when done again, and by two processes at once', async () => {
    const other = connectDatabase(database.url);
    try {
      await Promise.all([installStandardBlocks(connection.db, DIRECTORY), installStandardBlocks(other.db, DIRECTORY)]);
      await installStandardBlocks(connection.db, '/no/such/directory');
      const catalog = await loadBlockCatalog(other.db);
      expect(catalog.blocks.map((block) => [block.id, block.name])).toEqual(STANDARD_BLOCKS.map((name, index) => [index + 1, name]));
      expect(catalog.version).toBe(1);
    } finally {
      await other.close();
    }
  });

  it('leaves nothing behind when a file is missing', async () => {
    await expect(installStandardBlocks(connection.db, '/no/such/directory')).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await loadBlockCatalog(connection.db)).blocks).toEqual([]);
  });

  it('takes few statements, for all the languages', async () => {
    await installStandardBlocks(connection.db, DIRECTORY);
    expect(statements.filter((text) => text.includes('insert into vocabulary_value')).length).toBeLessThanOrEqual(STANDARD_BLOCKS.length);
    expect(await connection.db.$count(vocabularyValue)).toBe(7981 + 249 + 24 + 282 + 32 + 26);
  });
});

describe('loading the catalogue', () => {
  it('takes three statements', async () => {
    await installStandardBlocks(connection.db, DIRECTORY);
    statements.length = 0;
    await loadBlockCatalog(connection.db);
    expect(statements.filter((text) => /from "?(metadata|vocabulary)_/.test(text))).toHaveLength(3);
  });

  it('gives an empty catalogue on an empty database', async () => {
    const catalog = await loadBlockCatalog(connection.db);
    expect([catalog.version, catalog.blocks]).toEqual([0, []]);
  });
});

describe('loading another block', () => {
  beforeEach(() => installStandardBlocks(connection.db, DIRECTORY));

  it('adds it after the others, and changes nothing when done again', async () => {
    await load(OPTIONAL_BLOCK);
    await load(OPTIONAL_BLOCK);
    const catalog = await loadBlockCatalog(connection.db);
    expect(catalog.blocks).toEqual(catalogOf([...STANDARD_BLOCKS.map(readBlockFile), OPTIONAL_BLOCK]).blocks);
    expect(catalog.version).toBe(3);
  });

  it('is refused when a field name is taken, and leaves nothing behind', async () => {
    const title = {
      name: 'title',
      title: 'Title',
      type: 'text',
      parent: null,
      multiple: false,
      controlledVocabulary: false,
      facetable: false,
      advancedSearch: false,
      required: false,
      displayOnCreate: false,
    };
    const definition = { name: 'own', displayName: 'Own', fields: [{ ...title, name: 'ownField' }, title] };
    await expect(load(definition)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      problems: [{ pointer: '/fields/1/name', message: expect.stringContaining('title') }],
    });
    expect(await connection.db.select().from(metadataBlock).where(eq(metadataBlock.name, 'own'))).toEqual([]);
    expect(await connection.db.select().from(metadataField).where(eq(metadataField.name, 'ownField'))).toEqual([]);
  });

  it('is noticed by another process at its next refresh', async () => {
    const other = connectDatabase(database.url);
    try {
      const source = await createBlockCatalogSource(other.db);
      const before = source.current();
      expect(await source.refresh()).toBe(before);
      await load(OPTIONAL_BLOCK);
      expect(source.current()).toBe(before);
      const [one, two] = await Promise.all([source.refresh(), source.refresh()]);
      expect(one.findBlock('computationalworkflow')?.id).toBe(8);
      expect(two.findBlock('8')?.name).toBe('computationalworkflow');
      expect(source.current().findField('workflowType')?.vocabulary.length).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });
});

describe('the tables', () => {
  it('refuse a second catalogue row and a value listed twice', async () => {
    await installStandardBlocks(connection.db, DIRECTORY);
    const failureOf = (statement: PromiseLike<unknown>) =>
      Promise.resolve(statement).then(
        () => 'none',
        (error: unknown) => (error instanceof Error ? String(error.cause) : 'unknown'),
      );
    expect(await failureOf(connection.db.execute(sql`insert into metadata_catalog (id, version) values (2, 1)`))).toContain(
      'metadata_catalog_single_row_check',
    );
    const again = sql`insert into vocabulary_value (field_id, value, alternates, display_order)
      select field_id, value, '{}', 99999 from vocabulary_value limit 1`;
    expect(await failureOf(connection.db.execute(again))).toContain('vocabulary_value_field_value_key');
  });
});

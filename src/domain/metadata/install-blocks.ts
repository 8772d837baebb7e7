import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queryable } from '../../db/client.ts';
import {
  bumpCatalogVersion,
  insertMetadataBlock,
  listMetadataBlocks,
  listTakenFieldNames,
  lockMetadataCatalog,
} from '../../db/queries/metadata-blocks.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { type BlockFile, parseBlockFile } from './block-file.ts';

/** The blocks of a fresh installation in load order, which gives them the ids 1 to 7. Source: blocks/README 1. */
export const STANDARD_BLOCKS = ['citation', 'geospatial', 'socialscience', 'astrophysics', 'biomedical', 'journal', '3dobjects'] as const;

/** Loads those standard blocks that are missing from `<directory>/<block name>.json`, all or none; reads no file when none is missing. */
export async function installStandardBlocks(db: Database, directory: string): Promise<void> {
  const missing = await listMissing(db, STANDARD_BLOCKS);
  const definitions: BlockFile[] = [];
  for (const name of missing) definitions.push(parseBlockFile(JSON.parse(await readFile(join(directory, `${name}.json`), 'utf8'))));
  if (definitions.length > 0) await installAll(db, definitions);
}

/**
 * Loads the block of a JSON definition; does nothing when a block of that name is installed.
 * @throws DomainError BAD_USER_INPUT when the definition breaks a rule or a field name is taken by another block.
 */
export async function installBlock(db: Database, definition: unknown): Promise<void> {
  await installAll(db, [parseBlockFile(definition)]);
}

async function listMissing(db: Queryable, names: readonly string[]): Promise<string[]> {
  const installed = new Set((await listMetadataBlocks(db)).blocks.map((block) => block.name));
  return names.filter((name) => !installed.has(name));
}

async function installAll(db: Database, definitions: readonly BlockFile[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockMetadataCatalog(tx);
    // Asked again under the lock: two servers may start on one empty database.
    const missing = new Set(
      await listMissing(
        tx,
        definitions.map((definition) => definition.name),
      ),
    );
    const wanted = definitions.filter((definition) => missing.has(definition.name));
    for (const { name, displayName, namespaceUri, fields, vocabularies } of wanted) {
      const taken = new Set(
        await listTakenFieldNames(
          tx,
          fields.map((field) => field.name),
        ),
      );
      if (taken.size > 0) throw takenNames(name, fields, taken);
      await insertMetadataBlock(
        tx,
        { name, displayName, namespaceUri },
        fields.map(({ type, hint, description, parent, ...field }, displayOrder) => ({
          ...field,
          fieldType: type,
          description: description ?? hint ?? '',
          parentName: parent,
          displayOrder,
        })),
        Object.entries(vocabularies).map(([field, values]) => ({ field, values })),
      );
    }
    if (wanted.length > 0) await bumpCatalogVersion(tx);
  });
}

function takenNames(block: string, fields: BlockFile['fields'], taken: ReadonlySet<string>): DomainError {
  const problems = fields.flatMap((field, index) =>
    taken.has(field.name) ? [{ pointer: `/fields/${index}/name`, message: `Another block has a field named ${field.name}.` }] : [],
  );
  return new DomainError('BAD_USER_INPUT', `The metadata block ${block} uses field names of other blocks.`, { problems });
}

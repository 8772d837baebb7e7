/** Compares the schema with the released one: `node tools/check-schema.ts`. With `--release` it becomes the released one. */
import { readFile, writeFile } from 'node:fs/promises';
import { currentSchema } from './current-schema.ts';
import { incompatibleChanges, RELEASED_SCHEMA, schemaSnapshot } from './schema-compatibility.ts';

const schema = await currentSchema();
if (process.argv.includes('--release')) {
  await writeFile(RELEASED_SCHEMA, schemaSnapshot(schema));
  console.log(`Written: ${RELEASED_SCHEMA}`);
} else {
  const changes = incompatibleChanges(await readFile(RELEASED_SCHEMA, 'utf8'), schema);
  if (changes.length > 0) {
    console.error(`Clients of the released schema break; deprecate first (docs/graphql-policy.md):\n${changes.join('\n')}`);
    process.exitCode = 1;
  } else {
    console.log('The schema keeps what was released.');
  }
}

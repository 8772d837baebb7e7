// Makes what graphql-codegen's command makes with the client preset, without the command and its hundred packages.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import { preset } from '@graphql-codegen/client-preset';
import { buildSchema, parse } from 'graphql';

const schemaText = await readFile('schema.graphql', 'utf8');
const document = parse(await readFile('operations.graphql', 'utf8'));
const sections = await preset.buildGeneratesSection({
  baseOutputDir: 'gql/',
  schema: parse(schemaText),
  schemaAst: buildSchema(schemaText),
  documents: [{ location: 'operations.graphql', document, rawSDL: '' }],
  config: {
    strictScalars: true,
    scalars: { DateTime: 'string', Date: 'string', JSON: 'unknown', SafeInt: 'number', MetadataDate: 'string', Upload: 'never' },
    enumsAsTypes: true,
    useTypeImports: true,
  },
  presetConfig: { fragmentMasking: false },
  plugins: [],
  pluginMap: {},
});
for (const section of sections) {
  await mkdir(dirname(section.filename), { recursive: true });
  await writeFile(section.filename, await codegen(section));
}
console.log(sections.map(({ filename }) => filename).join(' '));

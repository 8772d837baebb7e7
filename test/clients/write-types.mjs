/** Writes the types of an OpenAPI document: `node write-types.mjs openapi.json api.ts`. */
import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { argv } from 'node:process';

// openapi-typescript prints by the JavaScript API of TypeScript 5, which TypeScript 7 no longer has; this package brings a copy.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? '@ts-morph/common/dist/typescript.js' : specifier, context),
});
const { default: openapiTypes, astToString } = await import('openapi-typescript');
const [, , source, target] = argv;
await writeFile(target, astToString(await openapiTypes(JSON.parse(await readFile(source, 'utf8')))));

/** What browsers load: one file without types for each script of `src/pages/browser` and of the explorer, with the modules that it imports. */
import { build } from 'esbuild';
import type { GeneratedFile } from './generated-file.ts';

/** Scripts with their folders. */
const SCRIPTS = [
  ['src/pages/browser', 'forms'],
  ['src/pages/browser', 'upload'],
  ['src/pages/browser', 'checksum-worker'],
  ['src/graphql-explorer/browser', 'explorer'],
] as const;
/** `assets` are taken along by the build as they are. */
const TARGET = 'src/generated/assets';

export async function browserScripts(): Promise<readonly GeneratedFile[]> {
  const { outputFiles } = await build({
    entryPoints: SCRIPTS.map(([folder, name]) => ({ in: `${folder}/${name}.ts`, out: name })),
    outdir: TARGET,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // Notices of licences stay with what they are about.
    legalComments: 'inline',
    write: false,
    logLevel: 'warning',
  });
  return SCRIPTS.map(([, name]) => {
    const made = outputFiles.find(({ path }) => path.endsWith(`/${name}.js`));
    if (made === undefined) throw new Error(`There is no script ${name}.`);
    return { path: `${TARGET}/${name}.js`, content: made.text };
  });
}

/** What browsers load with the pages: one file without types for each script of `src/pages/browser`, with the modules that it imports. */
import { build } from 'esbuild';
import type { GeneratedFile } from './generated-file.ts';

const SOURCES = 'src/pages/browser';
const SCRIPTS = ['forms', 'upload', 'checksum-worker'] as const;
/** `assets` are taken along by the build as they are. */
const TARGET = 'src/generated/assets';

export async function browserScripts(): Promise<readonly GeneratedFile[]> {
  const { outputFiles } = await build({
    entryPoints: SCRIPTS.map((name) => `${SOURCES}/${name}.ts`),
    outdir: TARGET,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // Notices of licences stay with what they are about.
    legalComments: 'inline',
    write: false,
    logLevel: 'warning',
  });
  return SCRIPTS.map((name) => {
    const made = outputFiles.find(({ path }) => path.endsWith(`/${name}.js`));
    if (made === undefined) throw new Error(`There is no script ${name}.`);
    return { path: `${TARGET}/${name}.js`, content: made.text };
  });
}

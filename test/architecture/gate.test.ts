import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import { type ModuleItem, parse } from '@swc/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rulesOf } from '../../tools/command-rules.ts';
import { trackedFiles } from './tracked-files.ts';

/** What resolvers take from the domain that does not pass the gate: it reads nothing of the database and decides nothing. */
const UNGATED: Readonly<Record<string, string>> = {
  'src/domain/files/storage-drivers.ts#factsOf': 'names the store of a collection that was shown, from the configuration',
  'src/domain/files/tabular-tags.ts#readTabularTags': 'refuses the words of an argument, before the command that takes them',
  'src/domain/files/upload-rules.ts#uploadRules': 'public settings',
  'src/domain/installation/terms-of-use.ts#apiTermsOfUse': 'a public setting',
  'src/domain/installation/terms-of-use.ts#applicationTermsOfUse': 'a public setting',
  'src/domain/metadata/shown-blocks.ts#shownBlocks':
    'writes metadata that were read with a version that was shown, and leaves out what is held back',
  'src/domain/metadata/shown-fields.ts#shownFields': 'finds the same fields one by one, with the same left out',
  'src/domain/versions/citation/cite-version.ts#citeVersion': 'writes the citation of a version that was shown',
  'src/domain/versions/citation/style-version.ts#styleVersion': 'writes the citation of a version that was shown, in a style',
  'src/domain/versions/summarize-versions.ts#countChanges': 'counts within a comparison that was given',
};

/** What resolvers load by themselves, a fact of a shown object, visible to every caller who was shown that. What a request can be about is gated. */
const LOADED: Readonly<Record<string, string>> = {
  blockFacets: 'forgotten after a change',
  childCount: 'number of all children of a collection',
  collection: 'the collections above an object, visible to every caller who sees the object, and those whose id a command returned',
  collectionSubjects: 'subjects of a collection',
  dataFileCount: 'number of the files of a dataset',
  dataset: 'the dataset of a version or file, and what a command gave the id of',
  facetFields: 'forgotten after a change',
  fileRegistration: 'how the identifier of a file is registered',
  inheritedRules: 'what a collection inherits',
  metadataScope: 'forgotten after a change',
  role: 'the role of an assignment',
};

/** A source and what it imports of it as a value; `*` where the whole module comes, by name or at run time. */
type Imported = readonly { readonly module: string; readonly name: string }[];

function valuesOf(item: ModuleItem): { readonly from: string; readonly names: readonly string[] } | undefined {
  if (item.type === 'ExportAllDeclaration') return { from: item.source.value, names: ['*'] };
  if (item.type === 'ExportNamedDeclaration' && item.source) return item.typeOnly ? undefined : { from: item.source.value, names: ['*'] };
  if (item.type !== 'ImportDeclaration' || item.typeOnly) return undefined;
  const names = item.specifiers.flatMap((one) => {
    if (one.type !== 'ImportSpecifier') return ['*'];
    return one.isTypeOnly ? [] : [one.imported?.value ?? one.local.value];
  });
  return { from: item.source.value, names };
}

async function importsOf(path: string, text: string): Promise<Imported> {
  const { body } = await parse(text, { syntax: 'typescript' });
  const late = [...text.matchAll(/\bimport\(\s*'([^']*)'/g)].map(([, from = '']) => ({ from, names: ['*'] }));
  return [...body.flatMap((item) => valuesOf(item) ?? []), ...late].flatMap(({ from, names }) =>
    from.startsWith('.') ? names.map((name) => ({ module: join(dirname(path), from), name })) : [],
  );
}

const exportsSchema = z.record(z.string(), z.unknown());

/** What a source takes from the domain or the kernel, as a value, that passes no gate. */
async function ungatedIn(path: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { module, name } of await importsOf(path, text)) {
    if (!/^src\/(domain|kernel)\//.test(module)) continue;
    const exported = exportsSchema.parse({ ...(await import(join('../..', module))) });
    if (rulesOf(exported[name]) === undefined) found.push(`${module}#${name}`);
  }
  return found;
}

function loadersIn(text: string): string[] {
  const named = [...text.matchAll(/\bloaders\.(\w+)/g)].map(([, name = '']) => name);
  const unpacked = [...text.matchAll(/\{([^{}]*)\}\s*=\s*(?:context\.)?loaders\b/g)].flatMap(([, names = '']) => names.split(','));
  return [...named, ...unpacked.map((name) => name.replace(/:.*/, '').trim()).filter((name) => name !== '')];
}

const resolvers = await Promise.all(
  trackedFiles('src/resolvers/**/*.ts')
    .filter((path) => !path.includes('/generated/'))
    .map(async (path) => ({ path, text: await readFile(path, 'utf8') })),
);

/** What else than resolvers asks for details of what was shown: it has shown the object itself. */
const ASKS_FOR_DETAILS: Readonly<Record<string, string>> = {};

const sources = await Promise.all(trackedFiles('src/**/*.ts').map(async (path) => ({ path, text: await readFile(path, 'utf8') })));

/** Every detail, as `module#name`. They compare no permission, so that the rows they are given have to be shown ones. */
const DETAILS = new Set(
  sources.flatMap(({ path, text }) => [...text.matchAll(/^export const (\w+) = detail\(/gm)].map(([, name = '']) => `${path}#${name}`)),
);
const DETAIL_NAMES = [...DETAILS].map((detail) => detail.replace(/.*#/, ''));

async function detailsIn(path: string, text: string): Promise<string[]> {
  if (!DETAIL_NAMES.some((name) => text.includes(name))) return [];
  return (await importsOf(path, text)).map(({ module, name }) => `${module}#${name}`).filter((name) => DETAILS.has(name));
}

describe('details of what was shown', () => {
  test('are asked for by resolvers, and by what stands on a list with a reason', async () => {
    expect(DETAILS.size).toBeGreaterThan(20);
    const others = sources.filter(({ path }) => !path.startsWith('src/resolvers/'));
    const asking = await Promise.all(others.map(async ({ path, text }) => ((await detailsIn(path, text)).length > 0 ? [path] : [])));
    expect(asking.flat().toSorted()).toEqual(Object.keys(ASKS_FOR_DETAILS).toSorted());
  });

  test('are found where a source of the domain takes them', async () => {
    const text = "import { showUsage, type DatasetUsage } from '../metrics/dataset-metrics.ts';";
    expect(await detailsIn('src/domain/datasets/made-up.ts', text)).toEqual(['src/domain/metrics/dataset-metrics.ts#showUsage']);
  });
});

describe('whatever a resolver does', () => {
  test('passes the gate, or stands on a short list with a reason', async () => {
    expect(resolvers.length).toBeGreaterThan(50);
    const ungated = (await Promise.all(resolvers.map(({ path, text }) => ungatedIn(path, text)))).flat();
    expect(new Set(ungated)).toEqual(new Set(Object.keys(UNGATED)));
  });

  test('loads by itself only what stands on a list with a reason', () => {
    const loaded = resolvers.flatMap(({ text }) => loadersIn(text));
    expect(new Set(loaded)).toEqual(new Set(Object.keys(LOADED)));
  });

  test.each([
    ["import { viewDataset } from '../../domain/datasets/view-dataset.ts';", []],
    ["import { compareVersions } from '../../domain/versions/compare-versions.ts';", []],
    ["import { countVersionFiles } from '../../domain/versions/count-version-files.ts';", []],
    ["import type { VersionRequest } from '../../domain/versions/view-version.ts';", []],
    ["import { type VersionRequest, viewVersion as view } from '../../domain/versions/view-version.ts';", []],
    ["import { formatted } from '../../model/anything.ts';", []],
    ["import { loadDataset } from '../../domain/subjects/dataset-subject.ts';", ['src/domain/subjects/dataset-subject.ts#loadDataset']],
    [
      "import { loadDataset as viewDataset } from '../../domain/subjects/dataset-subject.ts';",
      ['src/domain/subjects/dataset-subject.ts#loadDataset'],
    ],
    ["import * as versions from '../../domain/versions/view-version.ts';", ['src/domain/versions/view-version.ts#*']],
    ["export { viewVersion } from '../../domain/versions/view-version.ts';", ['src/domain/versions/view-version.ts#*']],
    ["export * from '../../domain/versions/view-version.ts';", ['src/domain/versions/view-version.ts#*']],
    ["const versions = await import('../../domain/versions/view-version.ts');", ['src/domain/versions/view-version.ts#*']],
    ["import { holdsPermission } from '../../kernel/actor.ts';", ['src/kernel/actor.ts#holdsPermission']],
  ])('is found out of %s', async (text, ungated) => {
    expect(await ungatedIn('src/resolvers/datasets/made-up.ts', text)).toEqual(ungated);
  });

  test.each([
    ['context.loaders.file.load(id)', ['file']],
    ['const { file, role: found } = context.loaders;', ['file', 'role']],
    ['const { file } = loaders;', ['file']],
  ])('is found out of %s', (text, loaded) => {
    expect(loadersIn(text)).toEqual(loaded);
  });
});

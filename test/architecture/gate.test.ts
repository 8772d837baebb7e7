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
  'src/domain/versions/citation/cite-version.ts#citeVersion': 'writes the citation of a version that was shown',
  'src/domain/versions/summarize-versions.ts#countChanges': 'counts within a comparison that was given',
};

/** What resolvers load by themselves: it belongs to a shown object, and is visible to every caller who was shown that. */
const LOADED: Readonly<Record<string, string>> = {
  childCount: 'number of all children of a collection',
  citations: 'works that cite a dataset',
  collection: 'the collections above an object, visible to every caller who sees the object, and those whose id a command returned',
  collectionSubjects: 'subjects of a collection',
  containedAssignees: 'members of a group',
  dataFileCount: 'number of the files of a dataset',
  dataset: 'the dataset of a version or file, and what a command gave the id of',
  facetFields: 'forgotten after a change',
  fileRegistration: 'how the identifier of a file is registered',
  inheritedRules: 'what a collection inherits',
  inputLevels: 'which fields a collection requires',
  latestVersion: 'the newest version that the caller may see',
  latestWholeVersion: 'the same with its metadata',
  metadataScope: 'forgotten after a change',
  role: 'the role of an assignment',
  versionMetadata: 'metadata of a version',
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

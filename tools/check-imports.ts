import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { importRules } from './import-rules.ts';

const cruiseOptions: ICruiseOptions = {
  parser: 'swc',
  // Imports of types count: a type that points upwards is a dependency like any other.
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  enhancedResolveOptions: { extensions: ['.ts', '.mjs', '.js'], exportsFields: ['exports'], conditionNames: ['node', 'import', 'default'] },
};

/** An import of one module of this project by another. */
export interface ImportEdge {
  readonly from: string;
  readonly to: string;
}

/** What a look at the imports found. */
export interface ImportReport {
  /** Modules of this project that were read; packages do not count. */
  readonly moduleCount: number;
  /** One line for each broken rule: `rule: importer -> imported`. */
  readonly violations: readonly string[];
  readonly edges: readonly ImportEdge[];
}

/** Reads the imports of the folders, which lie in `baseDir` (absolute), and holds them against the rules. */
export async function checkImports(folders: readonly string[], baseDir: string): Promise<ImportReport> {
  const { output } = await cruise(
    [...folders],
    { ...cruiseOptions, baseDir, validate: true, ruleSet: { forbidden: importRules } },
    cruiseOptions.enhancedResolveOptions,
  );
  if (typeof output === 'string') throw new Error('dependency-cruiser gave a text where its result as an object was expected.');
  const { modules, summary } = output;
  return {
    moduleCount: modules.filter(({ source }) => folders.some((folder) => source.startsWith(`${folder}/`))).length,
    edges: modules.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved }))),
    violations: summary.violations.map(({ rule, from, to, cycle = [] }) => {
      const path = cycle.length > 0 ? cycle.map(({ name }) => name) : [to];
      return `${rule.name}: ${[from, ...path].join(' -> ')}`;
    }),
  };
}

/** Plugin of the bundler: mends what slows a server down the longer it runs, in the packages that it is made of (docs/adr/0030). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Node, type Options, parse, type Program } from 'acorn';
import { ancestor } from 'acorn-walk';
import type { Plugin } from 'esbuild';

const DRIVER = join('node_modules', 'postgres', '');

/** For a quick look: many files hold nothing of the kind and need not be parsed. */
const ASSIGNED_FUNCTION = /[\w$\])]\s*=\s*(?:async\b|function\b|\(|[\w$]+\s*=>)/;

/** Makes the plugin; `root` is the folder of the repository. */
export function mendPackages(root: string): Plugin {
  return {
    name: 'mend-packages',
    setup(build) {
      let hasQueue = false;
      build.onResolve({ filter: /^\.\/queue\.js$/ }, ({ importer }) => {
        if (!importer.includes(DRIVER)) return undefined;
        hasQueue = true;
        return { path: join(root, 'src', 'db', 'driver-queue.ts') };
      });
      build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => ({
        contents: withYoungClosures(await readFile(path, 'utf8')),
        loader: 'js',
      }));
      build.onEnd(() => (hasQueue ? {} : { errors: [{ text: 'The driver postgres.js has no queue.js that could be replaced.' }] }));
    },
  };
}

/**
 * The same program, in which no function that is made while another runs is assigned to a property as it stands: V8 puts such a function
 * among the old objects at once, so that everything it closes over stays in memory until the next collection of all.
 */
export function withYoungClosures(text: string): string {
  if (!ASSIGNED_FUNCTION.test(text)) return text;
  const program = parseFile(text);
  // What cannot be read is for the bundler to complain about.
  if (program === undefined) return text;
  const insertions: { readonly at: number; readonly text: string }[] = [];
  ancestor(program, {
    AssignmentExpression({ left, right }, _state, ancestors) {
      if (left.type !== 'MemberExpression' || !isFunction(right) || !ancestors.some(isFunction)) return;
      // Behind a comma it is a value like any other.
      insertions.push({ at: right.start, text: '(0,' }, { at: right.end, text: ')' });
    },
  });
  let mended = '';
  let done = 0;
  for (const insertion of insertions.toSorted((a, b) => a.at - b.at)) {
    mended += text.slice(done, insertion.at) + insertion.text;
    done = insertion.at;
  }
  return mended + text.slice(done);
}

function isFunction({ type }: Node): boolean {
  return type === 'FunctionExpression' || type === 'ArrowFunctionExpression' || type === 'FunctionDeclaration';
}

function parseFile(text: string): Program | undefined {
  const either: Options = { ecmaVersion: 'latest', allowHashBang: true };
  for (const options of [
    { ...either, sourceType: 'module' },
    { ...either, sourceType: 'script', allowReturnOutsideFunction: true },
  ] as const) {
    try {
      return parse(text, options);
    } catch {
      // Then it is the other kind, or nothing that runs.
    }
  }
  return undefined;
}

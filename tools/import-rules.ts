/**
 * Who may import whom, as rules for dependency-cruiser: those of the rooms (tools/import-rooms.ts) and those for everything.
 * That REST and the resolvers take only types from src/graphql is a lint rule (.oxlintrc.json): dependency-cruiser reads
 * TypeScript by swc here, which does not tell it what is a type.
 */
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';
import { rooms } from './import-rooms.ts';
import type { Room } from './room-paths.ts';

function roomRules([name, { path, mayImport, neverPackages = [] }]: [string, Room]): IRegularForbiddenRuleType[] {
  const imports: IRegularForbiddenRuleType = {
    name: `room-${name}`,
    severity: 'error',
    comment: `What ${name} may import from src/ stands in tools/import-rooms.ts.`,
    from: { path },
    to: { path: '^(src|test|tools|bench|campaign|reliability)/', pathNot: [path, ...mayImport] },
  };
  if (neverPackages.length === 0) return [imports];
  const packages: IRegularForbiddenRuleType = {
    name: `packages-${name}`,
    severity: 'error',
    comment: `These packages belong to another room than ${name}.`,
    from: { path },
    // A package is seen by its resolved path, or by its bare name when it holds nothing but types.
    to: { path: `^(node_modules/)?(${neverPackages.join('|')})(/|$)`, pathNot: '^src/', dependencyTypesNot: ['core'] },
  };
  return [imports, packages];
}

/** Every rule, each broken once on purpose in test/architecture/import-rules.test.ts. */
export const importRules: IRegularForbiddenRuleType[] = [
  {
    name: 'no-circular',
    severity: 'error',
    comment: 'Two modules that need each other are one module, or share a type that belongs further down.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    severity: 'error',
    comment: 'A relative import has to lead to a file.',
    // The types of a generated client are made by the test that compiles it; addresses of browser scripts are those of the server.
    from: { pathNot: '^(test/clients/|src/[^/]+/assets/)' },
    to: { path: '^\\.', couldNotResolve: true },
  },
  {
    name: 'src-stands-alone',
    severity: 'error',
    comment: 'What is shipped needs no test, tool, benchmark, campaign or trial.',
    from: { path: '^src/' },
    to: { path: '^(test|tools|bench|campaign|reliability)/' },
  },
  {
    name: 'gate-decides',
    severity: 'error',
    comment: 'Who may do what is decided at the gate: a command or query says what it requires, and asks `scope.require` for more.',
    from: { pathNot: '^src/kernel/' },
    to: { path: '^src/kernel/authorize\\.ts$' },
  },
  {
    name: 'packages-stand-alone',
    severity: 'error',
    comment: 'A folder of packages/ could be a repository of its own: it knows Node and itself.',
    from: { path: '^packages/(?!(?:cli|client)/)([^/]+)/(?!test/)' },
    to: { pathNot: '^packages/$1/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'client-stands-alone',
    severity: 'error',
    comment: 'The client runs in browsers: it knows itself, and checksums in JavaScript.',
    from: { path: '^packages/client/' },
    to: { pathNot: '^(packages/client/|(node_modules/)?@noble/hashes(/|$))' },
  },
  {
    name: 'command-line-stands-alone',
    severity: 'error',
    comment:
      'The command line speaks to servers over their public API: it knows Node, itself, the client, and what reads arguments and answers.',
    from: { path: '^packages/cli/' },
    to: { pathNot: '^(packages/(?:cli|client)/|(node_modules/)?(commander|zod)(/|$))', dependencyTypesNot: ['core'] },
  },
  ...Object.entries(rooms).flatMap(roomRules),
];

/** Documents that grow: what is read, validated and compiled before anything is executed. */
import type { Dimension } from '../dimension.ts';
import { graphqlRequest } from './graphql-request.ts';

function times(count: number, make: (index: number) => string, between = ' '): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(between);
}

/** `make(0)` around `make(1)` around ... around `core`. */
function nested(depth: number, open: string, core: string, close: string): string {
  return open.repeat(depth) + core + close.repeat(depth);
}

/** Documents by name; each is sent in growing sizes. */
const documents: Readonly<Record<string, { readonly to: number; readonly of: (size: number) => string }>> = {
  'fragments in a chain': {
    to: 4096,
    of: (n) => `{ ...F0 } ${times(n, (i) => `fragment F${i} on Query { ...F${i + 1} }`)} fragment F${n} on Query { __typename }`,
  },
  'fragments that double': {
    to: 1024,
    of: (n) =>
      `{ ...F0 } ${times(n, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)} fragment F${n} on Query { __typename }`,
  },
  'fragments that double under a field': {
    to: 256,
    of: (n) =>
      `{ viewer { ...F0 } } ${times(n, (i) => `fragment F${i} on User { ...F${i + 1} ... on User { ...F${i + 1} } }`)} fragment F${n} on User { identifier }`,
  },
  'fragments that fan out': {
    to: 64,
    of: (n) =>
      `{ ...A } fragment A on Query { ${times(n, () => '...B')} } fragment B on Query { ${times(n, () => '...C')} } fragment C on Query { ${times(n, () => '...D')} } fragment D on Query { ${times(n, () => '__typename')} }`,
  },
  'unused fragments': { to: 2048, of: (n) => `{ __typename } ${times(n, (i) => `fragment F${i} on Query { __typename }`)}` },
  'fragments in a circle': {
    to: 2048,
    of: (n) => `{ ...F0 } ${times(n, (i) => `fragment F${i} on Query { ...F${(i + 1) % n} }`)}`,
  },
  'fragments that all know each other': {
    to: 64,
    of: (n) => `{ ...F0 } ${times(n, (i) => `fragment F${i} on Query { ${times(n, (j) => `...F${j}`)} }`)}`,
  },
  'inline fragments in each other': { to: 2048, of: (n) => `{ ${nested(n, '... on Query { ', '__typename', ' }')} }` },
  'inline fragments beside each other': { to: 4096, of: (n) => `{ ${times(n, () => '...{__typename}')} }` },
  'inline fragments that double': { to: 11, of: (n) => double('{ __typename }', n) },
  aliases: { to: 4096, of: (n) => `{ ${times(n, (i) => `a${i}: __typename`)} }` },
  'aliases of a field with fields': { to: 2048, of: (n) => `{ ${times(n, (i) => `a${i}: viewer { identifier }`)} }` },
  'aliases below a fragment that is used often': {
    to: 60,
    of: (n) => `{ ${times(n, (i) => `a${i}: viewer { ...F }`)} } fragment F on User { ${times(n, (i) => `b${i}: identifier`)} }`,
  },
  'the same field again and again': { to: 4096, of: (n) => `{ ${times(n, () => '__typename')} }` },
  'the same field with fields again and again': { to: 2048, of: (n) => `{ ${times(n, () => 'viewer { identifier }')} }` },
  'the same field under different fragments': {
    to: 1024,
    of: (n) => `{ node(id: "x") { ${times(n, (i) => `... on ${i % 2 === 0 ? 'Dataset' : 'Collection'} { databaseId id }`)} } }`,
  },
  'the same field with arguments that differ': {
    to: 1024,
    of: (n) => `{ ${times(n, (i) => `dataset(reference: { databaseId: ${i} }) { id }`)} }`,
  },
  'nested copies of the same field': {
    to: 8,
    of: (n) => `{ collection(reference: { alias: "root" }) { ${copies('owner', 'id', n)} } }`,
  },
  'spreads of fragments that merge': {
    to: 64,
    of: (n) =>
      `{ ${times(n, (i) => `...F${i}`)} } ${times(n, (i) => `fragment F${i} on Query { ${times(n / 2, (j) => `...F${(i + j + 1) % n}`)} viewer { identifier } }`)}`,
  },
  directives: { to: 4096, of: (n) => `{ __typename ${times(n, () => '@skip(if: false)')} }` },
  'unknown directives': { to: 4096, of: (n) => `{ __typename ${times(n, (i) => `@d${i}`)} }` },
  'directives on an operation': { to: 4096, of: (n) => `query ${times(n, () => '@include(if: true)')} { __typename }` },
  'unused variables': { to: 2048, of: (n) => `query(${times(n, (i) => `$v${i}: Int`)}) { __typename }` },
  'variables that are not declared': {
    to: 1024,
    of: (n) => `{ ${times(n, (i) => `a${i}: dataset(reference: { databaseId: $v${i} }) { id }`)} }`,
  },
  'variables with the same name': { to: 2048, of: (n) => `query(${times(n, () => '$v: Int')}) { __typename }` },
  'lists in the type of a variable': { to: 2048, of: (n) => `query($v: ${nested(n, '[', 'Int', ']')}) { __typename }` },
  'lists in a literal': { to: 3000, of: (n) => `{ dataset(reference: ${nested(n, '[', '1', ']')}) { id } }` },
  'entries of a list in a literal': {
    to: 5000,
    of: (n) => `{ dataset(reference: { databaseId: [${times(n, (i) => String(i))}] }) { id } }`,
  },
  'objects in a literal': { to: 2000, of: (n) => `{ dataset(reference: ${nested(n, '{ a: ', '1', '}')}) { id } }` },
  'fields of an object in a literal': {
    to: 2000,
    of: (n) => `{ dataset(reference: { ${times(n, (i) => `databaseId${i}: 1`)} }) { id } }`,
  },
  'the same argument again and again': { to: 1024, of: (n) => `{ dataset(${times(n, () => 'reference: { databaseId: 1 }')}) { id } }` },
  'unknown arguments': { to: 2000, of: (n) => `{ dataset(${times(n, (i) => `reference${i}: 1`)}) { id } }` },
  'unknown fields': { to: 4096, of: (n) => `{ ${times(n, (i) => `dataset${i}`)} }` },
  'a long unknown name': { to: 1_000_000, of: (n) => `{ dataset${'x'.repeat(n)} }` },
  'unknown types': { to: 1000, of: (n) => `{ ${times(n, (i) => `... on Dataset${i} { id }`)} }` },
  'fields within fields': { to: 1000, of: (n) => `{ collection(reference: { alias: "root" }) { ${nested(n, 'owner { ', 'id', ' }')} } }` },
  'types within types': { to: 1000, of: (n) => `{ __type(name: "Query") { ${nested(n, 'ofType { ', 'name', ' }')} } }` },
  'fields of types of fields': {
    to: 8,
    of: (n) => `{ __schema { types { ${nested(n, 'fields { type { ', 'name', ' } }')} } } }`,
  },
  'the whole schema under aliases': {
    to: 1024,
    of: (n) => `{ ${times(n, (i) => `a${i}: __schema { types { name fields { name description } } }`)} }`,
  },
  'a type under aliases': { to: 1024, of: (n) => `{ ${times(n, (i) => `a${i}: __type(name: "Query") { fields { name } }`)} }` },
  'fields of the schema under aliases': {
    to: 1024,
    of: (n) => `{ __schema { types { ${times(n, (i) => `a${i}: description`)} } } }`,
  },
  'operations beside each other': { to: 1024, of: (n) => times(n, (i) => `query Q${i} { __typename }`) },
  'operations with the same name': { to: 1024, of: (n) => times(n, () => 'query Q { __typename }') },
  'definitions of types': { to: 1024, of: (n) => `{ __typename } ${times(n, (i) => `type T${i} { a: Int }`)}` },
  'a long string': { to: 1_500_000, of: (n) => `{ collection(reference: { alias: "${'x'.repeat(n)}" }) { id } }` },
  'escapes in a string': { to: 250_000, of: (n) => `{ collection(reference: { alias: "${String.raw`\u0041`.repeat(n)}" }) { id } }` },
  'a long block string': { to: 1_500_000, of: (n) => `{ collection(reference: { alias: """${'x'.repeat(n)}""" }) { id } }` },
  'lines of a block string': { to: 500_000, of: (n) => `{ collection(reference: { alias: """${' \n'.repeat(n)}""" }) { id } }` },
  'indented lines of a block string': {
    to: 1000,
    of: (n) => `{ collection(reference: { alias: """${`${' '.repeat(n)}x\n`.repeat(n)}""" }) { id } }`,
  },
  comments: { to: 500_000, of: (n) => `${'#\n'.repeat(n)}{ __typename }` },
  'a long comment': { to: 1_500_000, of: (n) => `#${'x'.repeat(n)}\n{ __typename }` },
  'blanks and commas': { to: 1_500_000, of: (n) => `${','.repeat(n)}{ __typename }` },
  'digits of a number': { to: 1_500_000, of: (n) => `{ dataset(reference: { databaseId: ${'9'.repeat(n)} }) { id } }` },
  'opening braces': { to: 1_500_000, of: (n) => '{'.repeat(n) },
  'pages in pages': {
    to: 6,
    of: (n) =>
      `{ collection(reference: { alias: "root" }) { ${nested(n, 'contents(first: 100) { nodes { ... on Collection { ', 'id', ' } } }')} } }`,
  },
};

function double(selection: string, depth: number): string {
  return depth === 0 ? selection : double(`{ ...${selection} ...${selection} }`, depth - 1);
}

function copies(field: string, core: string, depth: number): string {
  if (depth === 0) return core;
  const inner = copies(field, core, depth - 1);
  return `${field} { ${inner} } ${field} { ${inner} }`;
}

export const graphqlDocuments: readonly Dimension[] = Object.entries(documents).map(([name, { to, of }]) => ({
  name: `graphql: ${name}`,
  sizes: [1, to],
  requests: (size) => graphqlRequest(of(size)),
}));

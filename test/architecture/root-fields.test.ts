/** What is about one object is a field of its type: docs/adr/0094-the-shape-of-the-schema.md. */
import { buildASTSchema, getNamedType, isObjectType, parse } from 'graphql';
import { expect, test } from 'vitest';
import { readSchemaText } from '../../src/graphql/schema-text.ts';

/** Fields of the root that take an object and give another one, each with the reason. Record 94 tells of them. */
const NOT_OF_THEIR_OBJECT: Readonly<Record<string, string>> = {
  permissionsOn: 'of an object of any kind, which its administrator need not be able to see',
  explainAccess: 'of an object of any kind, which the asker need not be able to see',
  accountTokens: 'of an account, and for superusers alone',
  accountTraces: 'of accounts that are gone as well, and for superusers alone',
  permittedCollections: 'of an account, but shown to superusers and the account itself by a rule of its own',
  carriedDataset: 'a stream between installations, whose parts lean on each other',
  curationStates: 'of all datasets with a draft, of which a reference picks one',
  workflowInvocations: 'of all datasets, of which a reference picks one',
  events: 'of all objects, of which a reference picks those below a collection',
  fileArchive: 'of files of any dataset',
  fileArchiveUrl: 'of files of any dataset',
  fileAudit: 'of all datasets, of which references pick some',
  installationMetrics: 'of the installation, of which a reference picks a part',
  search: 'of everything, of which references pick parts',
  templates: 'of all collections, of which a reference picks one',
};

test('a field of the root that names an object gives that object, or has a reason', async () => {
  const roots = Object.values(
    buildASTSchema(parse(await readSchemaText()))
      .getQueryType()
      ?.getFields() ?? {},
  );
  expect(roots.length).toBeGreaterThan(80);
  const naming = roots.filter(({ args }) => args.some(({ type }) => getNamedType(type).name.endsWith('Reference')));
  const others = naming.filter(({ name, type, args }) => {
    const given = getNamedType(type);
    const isLookup = isObjectType(given) && args.some((argument) => argument.name === 'reference');
    const [named = ''] = args.map((argument) => getNamedType(argument.type).name.replace(/Reference$/, ''));
    // `file` gives a DataFile.
    return (
      !isLookup ||
      !(given.name === named || given.name === `Data${named}`) ||
      given.name.toLowerCase().replace('data', '') !== name.toLowerCase().replace('data', '')
    );
  });
  expect(others.map(({ name }) => name).toSorted()).toEqual(Object.keys(NOT_OF_THEIR_OBJECT).toSorted());
});

import { describe, expect, test } from 'vitest';
import { routeTable } from '../../../src/rest-compat/route-table.ts';
import { compileRouteTrie } from '../../../src/rest-compat/route-trie.ts';
import type { HttpMethod } from '../../../src/rest-compat/route.ts';

const trie = compileRouteTrie(routeTable.map((route) => ({ route, path: route.path })));

function found(method: HttpMethod, path: string): unknown {
  const match = trie.find(method, path);
  return typeof match === 'object' ? [match.entry.route.id, { ...match.path }] : match;
}

describe('every row', () => {
  test.each(routeTable.map((route) => ({ route, path: route.path })))('$route.id is found by its own path', ({ route }) => {
    const concrete = route.path.replaceAll(/\{([^}]+)\}/g, 'x-$1');
    const names = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => [name, `x-${name}`]);
    expect(found(route.method, concrete)).toEqual([route.id, Object.fromEntries(names)]);
    expect(found(route.method, concrete.replace('/api/', '/api/v1/'))).toEqual([route.id, Object.fromEntries(names)]);
  });
});

describe('paths', () => {
  test.each<[HttpMethod, string, string, Record<string, string>]>([
    ['PUT', '/api/datasets/7/versions/:draft', 'datasets.draft.put', { id: '7' }],
    ['PUT', '/api/datasets/7/versions/%3Adraft', 'datasets.draft.put', { id: '7' }],
    ['PUT', '/api/datasets/7/versions/%3adraft', 'datasets.draft.put', { id: '7' }],
    ['GET', '/api/datasets/7/versions/:draft', 'datasets.versions.get', { id: '7', versionId: ':draft' }],
    ['GET', '/api/datasets/export', 'datasets.export', {}],
    ['GET', '/api/datasets/exports', 'datasets.get', { id: 'exports' }],
    ['GET', '/api/datasets/export/versions', 'datasets.versions.list', { id: 'export' }],
    ['GET', '/api/datasets/:persistentId/', 'datasets.get', { id: ':persistentId' }],
    ['GET', '/api/datasets/doi%3A10.5072%2FFK2%2FABC', 'datasets.get', { id: 'doi:10.5072/FK2/ABC' }],
    ['GET', '/api/admin/workflows/default', 'admin.workflows.defaults', {}],
    ['GET', '/api/admin/workflows/default/', 'admin.workflows.defaults', {}],
    ['GET', '/api/admin/workflows/ip-whitelist', 'admin.workflows.ipWhitelist.get', {}],
    ['GET', '/api/admin/workflows/12', 'admin.workflows.get', { id: '12' }],
    ['PUT', '/api/admin/savedsearches/makelinks/all', 'admin.savedsearches.makelinksAll', {}],
    ['GET', '/api/collections/:root', 'collections.get', { id: ':root' }],
    ['GET', '/api/collections/a%20b%2Bc+d', 'collections.get', { id: 'a b+c+d' }],
    ['GET', '/api/collections/%C3%A9t%C3%A9', 'collections.get', { id: 'été' }],
    ['GET', '/api/collections/100%25', 'collections.get', { id: '100%' }],
    ['GET', '/api/collections/%253Aroot', 'collections.get', { id: '%3Aroot' }],
    ['GET', '/api/collections/x/metadatablocks/isRoot', 'collections.metadatablocks.isRoot.get', { id: 'x' }],
    ['GET', '/api/collections/x/metadatablocks/%3AisRoot', 'collections.metadatablocks.isRootOld.get', { id: 'x' }],
    ['GET', '/api/info/settings/:DatasetPublishPopupCustomText', 'info.popup', {}],
    [
      'PUT',
      '/api/collections/x/groups/g/roleAssignees/&ip/local/net',
      'groups.assignees.addOne',
      { id: 'x', groupAlias: 'g', roleAssigneeIdentifier: '&ip/local/net' },
    ],
    [
      'DELETE',
      '/api/collections/x/groups/g/roleAssignees/%26ip%2Flocal',
      'groups.assignees.removeOne',
      { id: 'x', groupAlias: 'g', roleAssigneeIdentifier: '&ip/local' },
    ],
    [
      'DELETE',
      '/api/collections/x/groups/g/roleAssignees/@me/',
      'groups.assignees.removeOne',
      { id: 'x', groupAlias: 'g', roleAssigneeIdentifier: '@me' },
    ],
    ['GET', '/api/admin/assignee/&explicit/1-g', 'admin.assignee', { identifier: '&explicit/1-g' }],
    ['GET', '/api/admin/assignments/assignees/&ip/a', 'admin.assignments', { identifier: '&ip/a' }],
    ['GET', '/api/admin/permissions/doi:10.5072/FK2/ABC', 'admin.permissions', { identifier: 'doi:10.5072/FK2/ABC' }],
  ])('%s %s is %s', (method, path, id, parameters) => {
    expect(found(method, path)).toEqual([id, parameters]);
  });

  test.each<[HttpMethod, string]>([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/v1'],
    ['GET', '/api/v1/'],
    ['GET', '/api/v2/info/version'],
    ['GET', '/api/v1/v1/info/version'],
    ['GET', '/info/version'],
    ['GET', '/api/Info/version'],
    ['GET', '/api/info/Version'],
    ['GET', '/api//info/version'],
    ['GET', '/api/collections//contents'],
    ['GET', '/api/admin/assignee/'],
    ['GET', '/api/collections/a%00b'],
    ['DELETE', '/api/admin/savedsearches/1'],
    ['GET', '/api/datasets/7/versions/1.0/files/8'],
    ['GET', '*'],
  ])('%s %s is nothing', (method, path) => {
    expect(found(method, path)).toBeUndefined();
  });

  test.each(['/api/collections/%', '/api/collections/%zz', '/api/collections/%C3%28', '/api/collections/%ff'])(
    '%s is malformed',
    (path) => {
      expect(found('GET', path)).toBe('malformed');
    },
  );

  test('a parameter may be as long as a request head allows', () => {
    expect(found('GET', `/api/collections/${'a'.repeat(8_000)}`)).toEqual(['collections.get', { id: 'a'.repeat(8_000) }]);
  });

  test('the methods of a path are known', () => {
    expect(trie.methodsOf('/api/collections/x', () => true)).toEqual(['GET', 'POST', 'PUT', 'DELETE']);
    expect(trie.methodsOf('/api/collections/x', ({ route }) => route.method === 'POST')).toEqual(['POST']);
    expect(trie.methodsOf('/api/nothing', () => true)).toEqual([]);
  });

  test('two rows with the same method and path are refused at start', () => {
    expect(() => compileRouteTrie([...routeTable, ...routeTable.slice(0, 1)].map((route) => ({ route, path: route.path })))).toThrow(/./);
  });
});

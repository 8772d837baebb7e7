import { expect, test } from 'vitest';
import { addressedObject } from '../../src/model/addressed-object.ts';

const SITE = 'https://data.example.org';
const PID = 'doi:10.5072/FK2/L8OCNQ';

const version = { kind: 'dataset', key: { persistentId: PID }, version: '1.0' };

test.each([
  [PID, { kind: 'identified', persistentId: PID }],
  ['https://doi.org/10.5072/FK2/L8OCNQ', { kind: 'identified', persistentId: PID }],
  [`${SITE}/citation?persistentId=perma:abc`, { kind: 'identified', persistentId: 'perma:abc' }],
  [`${SITE}/dataset.xhtml?persistentId=${PID}`, { kind: 'dataset', key: { persistentId: PID } }],
  [`${SITE}/dataset.xhtml?persistentId=doi%3A10.5072%2FFK2%2FL8OCNQ`, { kind: 'dataset', key: { persistentId: PID } }],
  [`${SITE}/dataset.xhtml?persistentId=${PID}&version=1.0`, version],
  [`${SITE}/dataset.xhtml?persistentId=${PID}&version=DRAFT#files`, { ...version, version: ':draft' }],
  [`${SITE}/linkset?persistentId=${PID}&version=1.0`, version],
  [`/differences?persistentId=${PID}&from=1.0&to=2.0`, { kind: 'dataset', key: { persistentId: PID } }],
  [`${SITE}/file.xhtml?fileId=7`, { kind: 'file', key: { id: 7 } }],
  [`${SITE}/file.xhtml?persistentId=${PID}/A`, { kind: 'file', key: { persistentId: `${PID}/A` } }],
  [SITE, { kind: 'collection', key: { root: true } }],
  [`${SITE}/collection/physics`, { kind: 'collection', key: { alias: 'physics' } }],
  [`${SITE}/collection/a%20b`, { kind: 'collection', key: { alias: 'a b' } }],
  ['/schema/citation', { kind: 'block', idOrName: 'citation' }],
  ['/api/collections/:root', { kind: 'collection', key: { root: true } }],
  ['/api/v1/collections/12/contents', { kind: 'collection', key: { id: 12 } }],
  ['/api/dataverses/physics', { kind: 'collection', key: { alias: 'physics' } }],
  ['/api/collections/physics/groups/readers', { kind: 'group', collection: { alias: 'physics' }, alias: 'readers' }],
  ['/api/datasets/3', { kind: 'dataset', key: { id: 3 } }],
  ['/api/datasets/3/versions', { kind: 'dataset', key: { id: 3 } }],
  ['/api/datasets/3/versions/:draft/files', { kind: 'dataset', key: { id: 3 }, version: ':draft' }],
  [`/api/datasets/:persistentId/?persistentId=${PID}`, { kind: 'dataset', key: { persistentId: PID } }],
  [`/api/datasets/%3ApersistentId/versions/1.0?persistentId=${PID}`, version],
  [`/api/datasets/export?exporter=ddi&persistentId=${PID}`, { kind: 'dataset', key: { persistentId: PID } }],
  ['/api/access/dataset/3/versions/1.0', { kind: 'dataset', key: { id: 3 }, version: '1.0' }],
  [`/api/pids/:persistentId?persistentId=${PID}`, { kind: 'dataset', key: { persistentId: PID } }],
  ['/api/access/datafile/9', { kind: 'file', key: { id: 9 } }],
  ['/api/access/datafile/bundle/9', { kind: 'file', key: { id: 9 } }],
  ['/api/files/9/metadata', { kind: 'file', key: { id: 9 } }],
  ['/api/roles/4', { kind: 'role', key: { id: 4 } }],
  ['/api/roles/:alias?alias=curator', { kind: 'role', key: { alias: 'curator' } }],
  ['/api/metadatablocks/geospatial', { kind: 'block', idOrName: 'geospatial' }],
  ['/api/admin/groups/ip/campus', { kind: 'ipGroup', alias: 'campus' }],
  ['/api/admin/groups/domain/uni', { kind: 'mailDomainGroup', alias: 'uni' }],
  ['/api/admin/authenticatedUsers/ada', { kind: 'user', key: { userName: 'ada' } }],
  ['/api/admin/authenticatedUsers/id/5', { kind: 'user', key: { id: 5 } }],
  ['/api/users/:me', { kind: 'me' }],
])('%s names %o', (text, named) => {
  expect(addressedObject(text, SITE)).toEqual(named);
});

test.each([
  '',
  'physics',
  'https://elsewhere.example.org/collection/physics',
  `${SITE}.evil.example/collection/physics`,
  '//elsewhere.example.org/collection/physics',
  '/api/datasets/99999999999',
  '/api/datasets/:persistentId',
  '/api/datasets',
  '/api/datasets/datasetTypes/1',
  '/api/access/datafile/bundle',
  '/api/admin/settings',
  '/collection/%E0%A4%A',
  `${SITE}/dataset.xhtml`,
])('%s names nothing', (text) => {
  expect(addressedObject(text, SITE)).toBeUndefined();
});

test('a path of an installation below a path is one as it stands in its addresses, and as they go on below it', () => {
  const site = `${SITE}/data`;
  const named = { kind: 'file', key: { id: 7 } };
  expect(addressedObject(`${site}/file.xhtml?fileId=7`, site)).toEqual(named);
  expect(addressedObject('/file.xhtml?fileId=7', site)).toEqual(named);
  expect(addressedObject(`${SITE}/file.xhtml?fileId=7`, site)).toBeUndefined();
  expect(addressedObject('/../file.xhtml?fileId=7', site)).toBeUndefined();
});

test('the names of one machine stand for each other, at the same port', () => {
  const object = { kind: 'collection', key: { alias: 'physics' } };
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(addressedObject(`http://${host}:8080/collection/physics`, 'http://127.0.0.1:8080')).toEqual(object);
    expect(addressedObject(`http://${host}:8080/collection/physics`, 'http://localhost:8080')).toEqual(object);
    expect(addressedObject(`http://${host}:8081/collection/physics`, 'http://127.0.0.1:8080')).toBeUndefined();
    expect(addressedObject(`http://${host}:8080/collection/physics`, SITE)).toBeUndefined();
  }
  expect(addressedObject('http://localhost.evil.example:8080/collection/physics', 'http://127.0.0.1:8080')).toBeUndefined();
});

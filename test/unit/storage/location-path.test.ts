import { describe, expect, it } from 'vitest';
import { locationPath } from '../../../src/storage/location-path.ts';

const good = { authority: '10.5072', identifier: 'FK2/ABCDEF', storageId: '19a2b3c4d5e-0f1e2d3c4b5a' };

describe('locationPath', () => {
  it('makes a folder of each part of the identifier', () => {
    expect(locationPath('/srv', good)).toBe('/srv/10.5072/FK2/ABCDEF/19a2b3c4d5e-0f1e2d3c4b5a');
  });

  it('takes the odd characters of imported identifiers and the tags of auxiliary objects', () => {
    const location = { authority: '10.1016', identifier: 'S0165-1684(00)00168-5;x<y>', storageId: `${good.storageId}.orig` };
    expect(locationPath('/srv', location)).toBe(`/srv/10.1016/${location.identifier}/${location.storageId}`);
  });

  it.each([
    { authority: '..' },
    { authority: '.' },
    { authority: '' },
    { authority: '/etc' },
    { authority: 'a/b' },
    { authority: 'temp' },
    { authority: 'Temp' },
    { identifier: '' },
    { identifier: '..' },
    { identifier: '../..' },
    { identifier: 'FK2/../..' },
    { identifier: 'FK2//A' },
    { identifier: '/FK2' },
    { identifier: 'FK2/' },
    { identifier: 'a\\..\\b' },
    { identifier: 'a\0b' },
    { identifier: 'x'.repeat(256) },
    { identifier: 'é'.repeat(128) },
    { storageId: '' },
    { storageId: '..' },
    { storageId: '../x' },
    { storageId: 'a/b' },
    { storageId: '.hidden' },
    { storageId: 'a\nb' },
  ])('refuses %j', (part) => {
    expect(() => locationPath('/srv', { ...good, ...part })).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT' }));
  });
});

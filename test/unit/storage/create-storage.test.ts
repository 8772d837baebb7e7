import { expect, it } from 'vitest';
import { createStorage } from '../../../src/storage/create-storage.ts';

it('makes a local storage of a file URL', () => {
  const storage = createStorage('file:///var/tmp/files');
  expect(storage.driver).toBe('local');
  expect(storage.newStorageId()).toMatch(/^[0-9a-f]{11}-[0-9a-f]{12}$/);
  expect(storage.storageIdentifier('local', '19a2b3c4d5e-0f1e2d3c4b5a')).toBe('local://19a2b3c4d5e-0f1e2d3c4b5a');
});

it.each(['s3://bucket', 'https://example.org', 'file://host/path', '/plain/path', ''])('refuses "%s" and names it', (url) => {
  expect(() => createStorage(url)).toThrow(`"${url}"`);
});

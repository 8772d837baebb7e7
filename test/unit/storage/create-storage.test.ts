import { describe, expect, it } from 'vitest';
import { StartupError } from '../../../src/errors/startup-error.ts';
import { createStorage } from '../../../src/storage/create-storage.ts';
import { describeStore } from '../../../src/storage/store-urls.ts';

const make = (storageUrl: string, furtherStores: { name: string; url: string }[] = []) =>
  createStorage({ storageUrl, furtherStores, dataDir: '/var/tmp/data' });

describe('a storage', () => {
  it('is made of a file URL', () => {
    const storage = make('file:///var/tmp/files');
    expect(storage.driver).toBe('local');
    expect(storage.newStorageId()).toMatch(/^[0-9a-f]{11}-[0-9a-f]{12}$/);
    expect(storage.storageIdentifier('local', '19a2b3c4d5e-0f1e2d3c4b5a')).toBe('local://19a2b3c4d5e-0f1e2d3c4b5a');
    expect(storage.stagedPath({ handle: '12345678-1234-1234-1234-123456789012' } as never)).toMatch(/^\/var\/tmp\/files\/temp\//);
  });

  it('is made of a bucket, and uploads wait in the data folder', () => {
    const storage = make('s3://my-bucket?endpoint=http://127.0.0.1:9000&label=Campus');
    expect(storage.driver).toBe('s3');
    expect(storage.stores).toEqual([{ driver: 's3', type: 's3', label: 'Campus', directUpload: false, directDownload: false }]);
    expect(storage.storageIdentifier('s3', '19a2b3c4d5e-0f1e2d3c4b5a')).toBe('s3://my-bucket:19a2b3c4d5e-0f1e2d3c4b5a');
    expect(storage.stagedPath({ handle: '12345678-1234-1234-1234-123456789012' } as never)).toMatch(/^\/var\/tmp\/data\/temp\//);
  });

  it('has the further stores after the default one', () => {
    const storage = make('s3://bucket', [
      { name: 'local', url: 'file:///var/tmp/files' },
      { name: 'tape', url: 'file:///mnt/tape?label=Tape%20robot&directUpload=false' },
    ]);
    expect(storage.stores.map(({ driver, label, directUpload }) => [driver, label, directUpload])).toEqual([
      ['s3', 'S3', false],
      ['local', 'Local', true],
      ['tape', 'Tape robot', false],
    ]);
  });

  it('shows an identifier of a store that is not configured', () => {
    expect(make('file:///var/tmp/files').storageIdentifier('gone', 'a-b')).toBe('gone://a-b');
  });

  it.each([
    [[{ name: 'local', url: 'file:///elsewhere' }], 'name "local"'],
    [[{ name: 'other', url: 'file:///elsewhere?label=local' }], 'label "local"'],
    [[{ name: 'Other', url: 'file:///elsewhere' }], '"Other"'],
    [[{ name: 'default', url: 'file:///elsewhere' }], '"default"'],
  ])('refuses the further stores %j', (furtherStores, named) => {
    expect(() => make('file:///var/tmp/files', furtherStores)).toThrow(named);
  });
});

describe('a storage URL', () => {
  it.each(['https://example.org', 'file://host/path', '/plain/path', '', 's3://bucket/folder', 's3:///folder'])(
    'is refused and named when it is "%s"',
    (url) => {
      expect(() => make(url)).toThrow(`"${url}"`);
    },
  );

  it.each([
    ['s3://bucket?endpoint=ftp://host', 'endpoint'],
    ['s3://bucket?pathStyle=yes', 'pathStyle'],
    ['s3://bucket?timeoutSeconds=0', 'timeoutSeconds'],
    ['s3://bucket?region=EU WEST', 'region'],
    ['s3://bucket?acl=public', 'acl is unknown'],
    ['file:///path?directDownload=true', 'directDownload is unknown'],
  ])('%s is refused for its parameter', (url, named) => {
    expect(() => describeStore(url)).toThrow(StartupError);
    expect(() => describeStore(url)).toThrow(named);
  });

  it.each(['s3://key:secret@bucket', 's3://bucket?endpoint=https://key:secret@host', 'what://key:secret@host'])(
    'with credentials, %s, is refused without repeating them',
    (url) => {
      expect(() => describeStore(url)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('secret') }));
    },
  );

  it('of a service of one’s own has the bucket in the path and a region, of AWS neither', () => {
    const own = describeStore('s3://bucket?endpoint=https://s3.example.org/');
    expect(own.options).toMatchObject({ endpoint: 'https://s3.example.org', pathStyle: true, region: 'us-east-1' });
    expect(describeStore('s3://bucket').options).toMatchObject({ pathStyle: false });
    expect(describeStore('s3://bucket?endpoint=https://s3.example.org&pathStyle=false&region=eu-1').options).toMatchObject({
      pathStyle: false,
      region: 'eu-1',
    });
  });
});

import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errorCatalog } from '../../../src/errors/catalog.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { sendFile } from '../../../src/rest-compat/download-stream.ts';
import type { DownloadableFile } from '../../../src/rest-compat/download-stream.ts';
import { descriptorsBelow, emptyStorage, eventually, placeIn, textFile } from './storage-world.ts';

const LAST_MODIFIED = new Date('2026-02-03T09:15:27.500Z');

/** A real server that sends one stored file; errors become their code. */
async function downloadServer(content: Buffer, changes: Partial<DownloadableFile> = {}) {
  const { root, storage } = await emptyStorage();
  const place = placeIn(storage);
  const staged = await storage.stage(Readable.from([content]), textFile);
  await storage.keep(staged, place);
  const failures: unknown[] = [];
  let finished = 0;
  const server = createServer((request, response) => {
    sendFile(request, response, {
      sizeBytes: content.length,
      contentType: 'text/plain; charset=US-ASCII',
      fileName: 'a.txt',
      etag: staged.checksum.value,
      lastModified: LAST_MODIFIED,
      open: (range) => storage.open(place, range),
      ...changes,
    })
      .catch((error: unknown) => {
        failures.push(error);
        if (response.headersSent) return;
        response.statusCode = error instanceof DomainError ? errorCatalog[error.code].status : 500;
        response.end(error instanceof DomainError ? error.code : 'fault');
      })
      .finally(() => {
        finished += 1;
      });
  });
  const firstConnectionClosed = new Promise((resolve) => {
    server.once('connection', (socket) => socket.once('close', resolve));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;

  async function get(headers: OutgoingHttpHeaders = {}, method = 'GET') {
    const outgoing = httpRequest({ port, method, headers }).end();
    const [response]: IncomingMessage[] = await once(outgoing, 'response');
    if (response === undefined) throw new Error('no response');
    return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
  }

  return {
    get,
    port,
    root,
    file: path.join(root, place.authority, place.identifier, place.storageId),
    etag: `"${staged.checksum.value}"`,
    failures,
    finished: () => finished,
    firstConnectionClosed,
  };
}

describe('a whole file', () => {
  it('comes with the headers that describe it', async () => {
    const { get, etag } = await downloadServer(Buffer.from('0123456789'));
    const { status, headers, bytes } = await get();
    expect(status).toBe(200);
    expect(bytes.toString()).toBe('0123456789');
    expect(headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '10',
      'content-type': 'text/plain; charset=US-ASCII; name="a.txt"',
      'content-disposition': 'attachment; filename="a.txt"',
      etag,
      'last-modified': 'Tue, 03 Feb 2026 09:15:27 GMT',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-cache',
    });
    expect(headers['content-range']).toBeUndefined();
  });

  it('comes without body, but with the same headers, for HEAD', async () => {
    const { get, root } = await downloadServer(Buffer.from('0123456789'));
    const [whole, head] = [await get(), await get({}, 'HEAD')];
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    await eventually(() => descriptorsBelow(root).length === 0);
  });

  it.each([0, 1, 65_536, 1_048_576, 3_500_001])('of %d bytes arrives complete', async (size) => {
    const content = Buffer.from(Uint8Array.from({ length: size }, (_, index) => (index * 7) & 0xff));
    const { get, root } = await downloadServer(content);
    const { headers, bytes } = await get();
    expect(headers['content-length']).toBe(String(size));
    expect(bytes.equals(content)).toBe(true);
    await eventually(() => descriptorsBelow(root).length === 0);
  });

  it.each([
    ['my data (1).csv', 'my%20data%20%281%29.csv'],
    ['Größe €.txt', 'Gr%C3%B6%C3%9Fe%20%E2%82%AC.txt'],
    ['a"b\\c\r\nX-Evil: 1.txt', 'a%22b%5Cc%0D%0AX-Evil%3A%201.txt'],
    ['\ud800.txt', '%EF%BF%BD.txt'],
  ])('named %j can be read by both kinds of client', async (fileName, encoded) => {
    const { get } = await downloadServer(Buffer.from('x'), { fileName, contentType: 'text/plain\r\nX-Evil: 1' });
    const { headers } = await get();
    expect(headers['content-disposition']).toBe(`attachment; filename="${encoded}"; filename*=UTF-8''${encoded}`);
    expect(headers['content-type']).toBe(`application/octet-stream; name="${encoded}"`);
  });
});

describe('a range', () => {
  it.each([
    ['bytes=0-0', '0', 'bytes 0-0/10'],
    ['bytes=2-5', '2345', 'bytes 2-5/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
    ['bytes=0-99999999999999999999', '0123456789', 'bytes 0-9/10'],
    ['Bytes = 1 - 2', '12', 'bytes 1-2/10'],
  ])('%s gives the part', async (range, content, contentRange) => {
    const { get } = await downloadServer(Buffer.from('0123456789'));
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, bytes } = await get({ range }, method);
      expect(status).toBe(206);
      expect(bytes.toString()).toBe(method === 'GET' ? content : '');
      expect(headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(content.length), 'accept-ranges': 'bytes' });
    }
  });

  it.each([
    'bytes=10-',
    'bytes=10-12',
    'bytes=5-2',
    'bytes=-0',
    'bytes=-',
    'bytes=',
    'bytes=a-b',
    'bytes=1-2,5-4',
    'bytes=0-1,',
    'bytes=10-12,20-',
    'bytes=0-7,2-9',
    `bytes=${Array.from({ length: 65 }, () => '0-0').join()}`,
    'bytes',
    'nonsense',
    '0-5',
    'bytes=1.5-2',
    'bytes=--1',
    'bytes=0x1-5',
  ])('%s cannot be given', async (range) => {
    const { get, root } = await downloadServer(Buffer.from('0123456789'));
    const { status, headers, bytes } = await get({ range });
    expect([status, bytes.toString()]).toEqual([416, 'RANGE_NOT_SATISFIABLE']);
    expect(headers['content-range']).toBe('bytes */10');
    expect(headers.etag).toBeUndefined();
    expect(descriptorsBelow(root)).toEqual([]);
  });

  it.each(['bytes=0-', 'bytes=0-0', 'bytes=-5', 'bytes=0-0,1-1'])('%s of an empty file cannot be given', async (range) => {
    const { get } = await downloadServer(Buffer.alloc(0));
    expect((await get({ range })).headers['content-range']).toBe('bytes */0');
  });

  it('is given together with others as parts of one answer', async () => {
    const { get, root } = await downloadServer(Buffer.from('0123456789'), { contentType: 'text/plain' });
    const { status, headers, bytes } = await get({ range: 'bytes=0-1, 4-5,20-30,-2' });
    expect(status).toBe(206);
    const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? '';
    const part = (range: string, content: string): string =>
      `--${boundary}\r\nContent-Type: text/plain; name="a.txt"\r\nContent-Range: bytes ${range}/10\r\n\r\n${content}\r\n`;
    expect(bytes.toString()).toBe(`${part('0-1', '01')}${part('4-5', '45')}${part('8-9', '89')}--${boundary}--\r\n`);
    expect([headers['content-length'], headers['content-range']]).toEqual([String(bytes.length), undefined]);
    const head = await get({ range: 'bytes=0-1, 4-5,20-30,-2' }, 'HEAD');
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([206, headers['content-length'], 0]);
    await eventually(() => descriptorsBelow(root).length === 0);
  });

  it('of several that only one lies in the file comes alone', async () => {
    const { get } = await downloadServer(Buffer.from('0123456789'));
    const { status, headers, bytes } = await get({ range: 'bytes=2-3,10-' });
    expect([status, headers['content-range'], bytes.toString()]).toEqual([206, 'bytes 2-3/10', '23']);
  });

  it('in another unit is ignored', async () => {
    const { get } = await downloadServer(Buffer.from('0123456789'));
    expect((await get({ range: 'rows=1-2' })).status).toBe(200);
  });

  it('is given only of the state that If-Range names', async () => {
    const { get, etag } = await downloadServer(Buffer.from('0123456789'));
    const range = 'bytes=0-1';
    const statuses = [];
    for (const condition of [etag, 'Tue, 03 Feb 2026 09:15:27 GMT', '"other"', `W/${etag}`, 'Tue, 03 Feb 2026 09:15:28 GMT', 'junk']) {
      statuses.push((await get({ range, 'if-range': condition })).status);
    }
    expect(statuses).toEqual([206, 206, 200, 200, 200, 200]);
    expect((await get({ range: 'bytes=50-', 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('a condition', () => {
  const [same, earlier, later] = ['Tue, 03 Feb 2026 09:15:27 GMT', 'Tue, 03 Feb 2026 09:15:26 GMT', 'Wed, 04 Feb 2026 00:00:00 GMT'];

  it.each([
    ['if-none-match', 'ETAG', 304],
    ['if-none-match', 'W/ETAG', 304],
    ['if-none-match', '"other", ETAG', 304],
    ['if-none-match', '*', 304],
    ['if-none-match', '"other"', 200],
    ['if-modified-since', same, 304],
    ['if-modified-since', later, 304],
    ['if-modified-since', earlier, 200],
    ['if-modified-since', 'junk', 200],
    ['if-match', 'ETAG', 200],
    ['if-match', '*', 200],
    ['if-match', 'W/ETAG', 412],
    ['if-match', '"other"', 412],
    ['if-unmodified-since', same, 200],
    ['if-unmodified-since', earlier, 412],
  ])('%s: %s gives %d', async (name, value, expected) => {
    const { get, etag, root } = await downloadServer(Buffer.from('0123456789'));
    const { status, headers, bytes } = await get({ [name]: value.replace('ETAG', etag), range: 'bytes=0-9' });
    expect(status).toBe(expected === 200 ? 206 : expected);
    const notModified = expected === 304;
    expect(headers['content-length'] === undefined).toBe(notModified);
    expect(bytes.length === 0).toBe(notModified);
    expect(headers['etag'] ?? etag).toBe(etag);
    await eventually(() => descriptorsBelow(root).length === 0);
  });

  it('on the tag wins over one on the time', async () => {
    const { get, etag } = await downloadServer(Buffer.from('x'));
    expect((await get({ 'if-none-match': '"other"', 'if-modified-since': later })).status).toBe(200);
    expect((await get({ 'if-match': etag, 'if-unmodified-since': earlier })).status).toBe(200);
  });

  it('on the tag of a file without one never matches', async () => {
    const { get } = await downloadServer(Buffer.from('x'), { etag: null });
    expect((await get({ 'if-none-match': '"null"' })).headers.etag).toBeUndefined();
  });
});

describe('trouble', () => {
  it('before the first byte leaves the answer to the caller', async () => {
    const { get, failures } = await downloadServer(Buffer.from('x'), {
      open: () => Promise.reject(new DomainError('FILE_BYTES_MISSING', 'gone')),
    });
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get({}, method);
      expect(status).toBe(404);
      expect(headers['content-disposition']).toBeUndefined();
    }
    expect(failures).toMatchObject([{ code: 'FILE_BYTES_MISSING' }, { code: 'FILE_BYTES_MISSING' }]);
  });

  it('in the middle cuts the connection', async () => {
    const { get, failures, root } = await downloadServer(Buffer.from('0123456789'), {
      open: () => Promise.resolve(Readable.from([Buffer.from('0123')])),
    });
    await expect(get()).rejects.toThrow(/aborted|hang up/);
    expect(failures).toMatchObject([{ message: expect.stringContaining('10 bytes had 4') }]);
    expect(descriptorsBelow(root)).toEqual([]);
  });

  it('with a file that shrinks under the reader cuts the connection', async () => {
    const { port, file, failures, root } = await downloadServer(Buffer.alloc(30_000_000));
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    await truncate(file, 100);
    socket.resume();
    await once(socket, 'close');
    expect(failures).toMatchObject([{ message: expect.stringContaining('early') }]);
    await eventually(() => descriptorsBelow(root).length === 0);
  });

  it('with clients that leave in the middle neither stops the server nor keeps a file open', async () => {
    const { get, port, root, failures, finished } = await downloadServer(Buffer.alloc(30_000_000, 'x'));
    const count = 20;
    for (let index = 0; index < count; index += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      // Every other one leaves at once, while the file is still being opened.
      if (index % 2 === 0) await once(socket, 'data');
      else await once(socket, 'connect');
      socket.resetAndDestroy();
    }
    await eventually(() => finished() >= count / 2 && descriptorsBelow(root).length === 0);
    expect(failures).toEqual([]);
    expect((await get({ range: 'bytes=0-9' })).bytes.toString()).toBe('xxxxxxxxxx');
  });

  it('of a later range cuts the connection', async () => {
    const { get, failures, root } = await downloadServer(Buffer.from('0123456789'), {
      open: (range) => (range?.start === 0 ? Promise.resolve(Readable.from([Buffer.from('01')])) : Promise.reject(new Error('gone'))),
    });
    await expect(get({ range: 'bytes=0-1,4-5' })).rejects.toThrow(/aborted|hang up/);
    expect(failures).toMatchObject([{ message: 'gone' }]);
    expect(descriptorsBelow(root)).toEqual([]);
  });

  it('closes the file if the client disconnects while it is being opened', async () => {
    const opened = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const source = Readable.from([Buffer.from('x')]);
    const { port, failures, finished, firstConnectionClosed } = await downloadServer(Buffer.from('x'), {
      async open() {
        opened.resolve();
        await left.promise;
        return source;
      },
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await opened.promise;
    socket.resetAndDestroy();
    await firstConnectionClosed;
    left.resolve();
    await eventually(() => finished() === 1);
    expect(source.destroyed).toBe(true);
    expect(failures).toEqual([]);
  });
});

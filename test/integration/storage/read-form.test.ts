import { once } from 'node:events';
import { createServer, request as httpRequest, Agent } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { readForm } from '../../../src/rest-compat/read-form.ts';
import type { Form } from '../../../src/rest-compat/read-form.ts';
import { descriptorsBelow, emptyStorage, eventually, filesBelow } from './storage-world.ts';

interface Outcome {
  readonly body?: Form;
  readonly code?: string;
  readonly message?: string;
}

/** A real server that reads one form a request and answers with what came of it. */
async function uploadServer(maximumBytes: number | null = null) {
  const { root, storage } = await emptyStorage();
  const outcomes: Outcome[] = [];
  const server = createServer((request, response) => {
    readForm(request, { storage, checksumAlgorithm: 'MD5', maximumBytes }).then(
      (body) => {
        outcomes.push({ body });
        response.end('ok');
      },
      (error: unknown) => {
        outcomes.push(error instanceof DomainError ? { code: error.code, message: error.message } : { message: String(error) });
        response.statusCode = 400;
        response.end('refused');
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;

  /** Sends a raw body in pieces of the given size, and returns what the server made of it. */
  async function send(body: string | Buffer, options: { type?: string; pieceBytes?: number } = {}): Promise<Outcome> {
    const before = outcomes.length;
    const bytes = Buffer.from(body);
    const outgoing = httpRequest({ port, method: 'POST', headers: { 'content-type': options.type ?? 'multipart/form-data; boundary=XX' } });
    const answered = once(outgoing, 'response');
    const size = options.pieceBytes ?? bytes.length;
    for (let at = 0; at < bytes.length; at += size) {
      outgoing.write(bytes.subarray(at, at + size));
      if (size < bytes.length) await new Promise((resolve) => setImmediate(resolve));
    }
    outgoing.end();
    const [response]: IncomingMessage[] = await answered;
    response?.resume();
    expect(outcomes.length).toBe(before + 1);
    return outcomes[before] ?? {};
  }

  return { root, storage, port, outcomes, send };
}

function form(...parts: readonly (readonly [headers: string, content: string])[]): string {
  return `${parts.map(([headers, content]) => `--XX\r\n${headers}\r\n\r\n${content}\r\n`).join('')}--XX--\r\n`;
}

const filePart = [
  'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/markdown; charset=utf-8',
  'hello',
] as const;
const jsonPart = ['Content-Disposition: form-data; name="jsonData"', '{"description":"é"}'] as const;

describe('a good form', () => {
  it.each([
    ['before', form(jsonPart, filePart)],
    ['after', form(filePart, jsonPart)],
  ])('may have its texts %s the file', async (_where, body) => {
    const { root, storage, send } = await uploadServer();
    for (const pieceBytes of [body.length * 2, 1, 7]) {
      const { body: read } = await send(body, { pieceBytes });
      expect(read?.fields).toEqual({ jsonData: '{"description":"é"}' });
      expect(read?.file).toMatchObject({
        fileName: 'a.txt',
        sizeBytes: 5,
        suppliedContentType: 'text/markdown; charset=utf-8',
        checksum: { algorithm: 'MD5', value: '5d41402abc4b2a76b9719d911017c592' },
      });
      if (read?.file) await storage.discard(read.file);
    }
    expect(await filesBelow(root)).toEqual([]);
  });

  it('may have several files, of which the first counts', async () => {
    const { root, storage, send } = await uploadServer();
    const second = ['Content-Disposition: form-data; name="file"; filename="b.txt"', 'other'] as const;
    const { body } = await send(form(filePart, second, jsonPart));
    expect(body?.file).toMatchObject({ fileName: 'a.txt', sizeBytes: 5 });
    expect(body?.fields).toEqual({ jsonData: '{"description":"é"}' });
    if (body?.file) await storage.discard(body.file);
    expect(await filesBelow(root)).toEqual([]);
  });

  it('may come without a file, and without a text', async () => {
    const { send } = await uploadServer();
    expect(await send(form(jsonPart))).toEqual({ body: { fields: { jsonData: '{"description":"é"}' }, file: null } });
    expect(await send('--XX--\r\n')).toEqual({ body: { fields: {}, file: null } });
  });

  it('may send its text as a file', async () => {
    const { send } = await uploadServer();
    const { body } = await send(
      form(
        ['Content-Disposition: form-data; name="jsonData"; filename="meta.json"\r\nContent-Type: application/json', '{"a":1}'],
        ['Content-Disposition: form-data; name="__proto__"\r\nContent-Type: application/json', '{}'],
      ),
    );
    expect(new Map(Object.entries(body?.fields ?? {}))).toEqual(
      new Map([
        ['__proto__', '{}'],
        ['jsonData', '{"a":1}'],
      ]),
    );
  });

  it.each([
    ['none', '', null],
    ['one with parameters', '\r\ncontent-type:  application/x-a; b="c d" ', 'application/x-a; b="c d"'],
    ['text/plain, said aloud', '\r\nContent-Type: text/plain', 'text/plain'],
    ['one that is no media type', '\r\nContent-Type: nonsense', null],
  ])('tells what type a part carries: %s', async (_what, header, type) => {
    const { send } = await uploadServer();
    const disposition = 'Content-Disposition: form-data; name="file"; filename="a"';
    const { body } = await send(form([`${disposition}${header}`, 'Content-Type: image/png\r\n\r\nx']));
    expect(body?.file).toMatchObject({ suppliedContentType: type, sizeBytes: 28 });
  });

  it.each([
    ['filename="Größe €.txt"', 'Größe €.txt'],
    ["filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%82%AC.txt", 'Größe €.txt'],
    // RFC 7578, 4.2, has no use for the other form.
    ['filename="x"; filename*=UTF-8\'\'y', 'x'],
    ['filename="a \\"b\\".txt"', 'a "b".txt'],
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\\\temp\\\\a.txt"', 'a.txt'],
    ['filename=plain.txt', 'plain.txt'],
    ['filename="a;b=c.txt"', 'a;b=c.txt'],
  ])('names its file by %s', async (parameter, name) => {
    const { send } = await uploadServer();
    const { body } = await send(form([`Content-Disposition: form-data; name="file"; ${parameter}`, 'x']));
    expect(body?.file?.fileName).toBe(name);
  });

  it('may hold what nearly looks like a delimiter', async () => {
    const { storage, send } = await uploadServer();
    const content = 'a\r\n--X\r\n--X-\r\n\r\n-XX--\r\r\n--\r\n\r\nContent-Type: x/y';
    for (const pieceBytes of [1, 2, 3, 1000]) {
      const { body } = await send(form([filePart[0], content]), { pieceBytes });
      expect(body?.file?.head.toString()).toBe(content);
      if (body?.file) await storage.discard(body.file);
    }
  });

  it('is understood as real clients send it', async () => {
    const { port, outcomes } = await uploadServer();
    const data = new FormData();
    data.set('jsonData', '{}');
    data.set('file', new File([Buffer.alloc(300_000, 'x')], 'Zürich "1".bin', { type: 'application/x-a' }));
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: data })).status).toBe(200);
    expect(outcomes[0]?.body?.file).toMatchObject({ sizeBytes: 300_000, suppliedContentType: 'application/x-a' });
  });
});

describe('a bad form', () => {
  const many = Array.from({ length: 21 }, (_, index) => [`Content-Disposition: form-data; name="f${index}"`, 'x'] as const);
  it.each([
    ['that is none', '{}', 'application/json', 'UNSUPPORTED_MEDIA_TYPE'],
    ['of another multipart type', form(filePart), 'multipart/mixed; boundary=XX', 'UNSUPPORTED_MEDIA_TYPE'],
    ['with an unreadable type', form(filePart), '???', 'UNSUPPORTED_MEDIA_TYPE'],
    ['without boundary', form(filePart), 'multipart/form-data', 'BAD_USER_INPUT'],
    ['with another boundary', form(filePart), 'multipart/form-data; boundary=YY', 'BAD_USER_INPUT'],
    ['without end', form(filePart, jsonPart).slice(0, -9), undefined, 'BAD_USER_INPUT'],
    ['that ends in its file', '--XX\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhel', undefined, 'BAD_USER_INPUT'],
    ['with a text twice', form(filePart, jsonPart, jsonPart), undefined, 'BAD_USER_INPUT'],
    ['whose file has no name', form(['Content-Disposition: form-data; name="file"', 'x']), undefined, 'BAD_USER_INPUT'],
    [
      'whose file has an empty name',
      form(['Content-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream', '']),
      undefined,
      'BAD_USER_INPUT',
    ],
    ['whose file is named ..', form(['Content-Disposition: form-data; name="file"; filename=".."', 'x']), undefined, 'BAD_USER_INPUT'],
    ['with a part without disposition', form(filePart, ['Content-Type: text/plain', 'x']), undefined, 'BAD_USER_INPUT'],
    ['with a part without name', form(filePart, ['Content-Disposition: form-data', 'x']), undefined, 'BAD_USER_INPUT'],
    ['with a header that goes on in the next line', form([`${filePart[0]};\r\n b=c`, 'x']), undefined, 'BAD_USER_INPUT'],
    ['with a part header that never ends', `--XX\r\n${'a: b\r\n'.repeat(10_000)}`, undefined, 'BAD_USER_INPUT'],
    ['with too many parts', form(...many), undefined, 'BAD_USER_INPUT'],
    ['with a text that is too long', form(filePart, [jsonPart[0], 'x'.repeat(1024 * 1024 + 1)]), undefined, 'PAYLOAD_TOO_LARGE'],
    [
      'with a long text sent as a file',
      form(filePart, ['Content-Disposition: form-data; name="jsonData"; filename="a"', 'x'.repeat(1024 * 1024 + 1)]),
      undefined,
      'PAYLOAD_TOO_LARGE',
    ],
  ])('%s is refused, and leaves nothing', async (_what, body, type, code) => {
    const { root, send } = await uploadServer();
    for (const pieceBytes of [Buffer.byteLength(body), 65_536]) {
      expect(await send(body, { pieceBytes, ...(type === undefined ? {} : { type }) })).toMatchObject({ code });
    }
    expect(await filesBelow(root)).toEqual([]);
    expect(descriptorsBelow(root)).toEqual([]);
  });

  it('lets a text of exactly 1 MB pass', async () => {
    const { send } = await uploadServer();
    const { body } = await send(form([jsonPart[0], 'x'.repeat(1024 * 1024)]));
    expect(body?.fields.jsonData).toHaveLength(1024 * 1024);
  });

  it('gets its answer on a connection that then serves the next request', async () => {
    const { root, port, outcomes } = await uploadServer(1000);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const ports: (number | undefined)[] = [];
    for (const content of ['x'.repeat(5_000_000), 'small']) {
      const outgoing = httpRequest({ port, agent, method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=XX' } });
      outgoing.end(form([filePart[0], content]));
      const [response]: IncomingMessage[] = await once(outgoing, 'response');
      ports.push(outgoing.socket?.localPort);
      if (response) await text(response);
    }
    expect(outcomes).toMatchObject([
      { code: 'FILE_TOO_LARGE', message: expect.stringContaining('4.8 MB') },
      { body: { file: { sizeBytes: 5 } } },
    ]);
    expect(ports[0]).toBe(ports[1]);
    expect(await filesBelow(root)).toHaveLength(1);
  });

  it('is answered before it has arrived, and its rest is read', async () => {
    const { root, port } = await uploadServer();
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    const rest = Buffer.alloc(3_000_000, 'x');
    const start =
      '--XX\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n--XX\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\n';
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=XX\r\nContent-Length: ${start.length + rest.length}\r\n\r\n${start}`,
    );
    const [answer]: Buffer[] = await once(socket, 'data');
    expect(answer?.toString()).toMatch(/^HTTP\/1.1 400/);
    socket.write(rest);
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: 0\r\n\r\n');
    const [second]: Buffer[] = await once(socket, 'data');
    expect(second?.toString()).toMatch(/^HTTP\/1.1 400/);
    expect(await filesBelow(root)).toEqual([]);
  });
});

describe('a connection that breaks', () => {
  // More than is gathered before there is a file.
  const written = 'x'.repeat(2 * 1024 * 1024);

  it.each([
    ['in the file', `--XX\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${written}`, 1],
    ['after the file', form([filePart[0], written]).slice(0, -4), 1],
    ['in a part header', '--XX\r\nContent-Disposition: form-', 0],
  ])('%s leaves nothing', async (_where, sent, staged) => {
    const { root, port, outcomes } = await uploadServer();
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=XX\r\nContent-Length: 9999999\r\n\r\n${sent}`);
    await eventually(async () => (await filesBelow(root)).length === staged);
    socket.resetAndDestroy();
    await eventually(() => outcomes.length === 1);
    expect(outcomes[0]).toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    expect(await filesBelow(root)).toEqual([]);
    expect(descriptorsBelow(root)).toEqual([]);
  });
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { sentBytes } from '../../../src/rest-compat/sent-bytes.ts';

/** Sends a body with headers, and gives what the work makes of the request, and whether an answer came. */
async function exchange<Outcome>(
  headers: Readonly<Record<string, string>>,
  body: string,
  work: (incoming: IncomingMessage) => Promise<Outcome>,
): Promise<{ readonly outcome: Outcome; readonly status: number | undefined }> {
  const worked = Promise.withResolvers<Outcome>();
  const server = createServer((incoming, response) => {
    work(incoming)
      .then(worked.resolve, worked.reject)
      .finally(() => {
        incoming.resume();
        response.end();
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const outgoing = request({ port, host: '127.0.0.1', method: 'PUT', headers, agent: false });
  outgoing.end(body);
  const answered = once(outgoing, 'response');
  const outcome = await worked.promise;
  const [response]: IncomingMessage[] = await answered;
  return { outcome, status: response?.statusCode };
}

test('gives the bytes, the announced size and the MD5 in hexadecimal', async () => {
  const md5 = 'eb62f6b9306db575c2d596b1279627a4';
  const { outcome } = await exchange(
    { 'Content-Length': '4', 'Content-MD5': Buffer.from(md5, 'hex').toString('base64') },
    '0123',
    async (incoming) => {
      const sent = sentBytes(incoming);
      return { ...sent, text: (await buffer(sent.bytes.open())).toString() };
    },
  );
  expect([outcome.text, outcome.bytes.sizeBytes, outcome.md5]).toEqual(['0123', 4, md5]);
});

test('says nothing of a size or an MD5 that were not sent', async () => {
  const { outcome } = await exchange({ 'Transfer-Encoding': 'chunked' }, '0123', async (incoming) => sentBytes(incoming));
  expect([outcome.bytes.sizeBytes, outcome.md5]).toEqual([null, null]);
});

test.each(['abc', 'not base64 at all!!!!!!!', Buffer.alloc(15).toString('base64'), Buffer.alloc(17).toString('base64')])(
  'refuses %j as an MD5',
  async (header) => {
    const { outcome } = await exchange({ 'Content-MD5': header }, '', async (incoming) => {
      try {
        return sentBytes(incoming);
      } catch (error) {
        return error;
      }
    });
    expect(outcome).toMatchObject({ code: 'BAD_USER_INPUT', problems: [{ pointer: '/header/Content-MD5' }] });
  },
);

test('a reader that gives up takes no connection with it, so that the answer arrives', async () => {
  const { status } = await exchange({}, 'x'.repeat(1_000_000), async (incoming) => {
    const source = sentBytes(incoming).bytes.open();
    await once(source, 'readable');
    source.destroy();
    await once(source, 'close');
  });
  expect(status).toBe(200);
});

import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { createThumbnailMaker } from '../../src/domain/files/thumbnails/thumbnail-maker.ts';
import { DomainError } from '../../src/errors/domain-error.ts';

const maker = createThumbnailMaker();
afterAll(() => maker.close());

function svg(content: string, size = 'width="90" height="30"'): () => Promise<Readable> {
  return () => Promise.resolve(Readable.from([Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`)]));
}

const ordinary = svg('<rect width="10" height="10"/>');

const tenTimes = (at: number) => `<g id="u${at + 1}">${`<use href="#u${at}"/>`.repeat(10)}</g>`;
/** Ten million rectangles: each group stands for ten of the one before. */
const nested = svg(`<rect id="u0" width="9" height="9"/>${[0, 1, 2, 3, 4, 5, 6].map(tenTimes).join('')}`);

function widthOf(png: Uint8Array | null): number | undefined {
  return png === null ? undefined : Buffer.from(png).readUInt32BE(16);
}

test.each([
  ['takes very long', svg(`<path stroke="black" d="M0 0${'L90 30L0 15'.repeat(200_000)}"/>`)],
  ['nests without end', nested],
  ['has more points than may be', svg('', 'width="20000" height="20000"')],
  ['is none', () => Promise.resolve(Readable.from([Buffer.from('no picture')]))],
])('a picture that %s is given up, and the next one is made', async (_name, source) => {
  const [given, next] = await Promise.all([maker.render('a', source, 64), maker.render('b', ordinary, 64)]);
  expect(given).toBeNull();
  expect(widthOf(next)).toBe(64);
});

test('a caller over the queue limit is refused, and does not delay others', async () => {
  const gate = Promise.withResolvers<void>();
  const held = async () => {
    await gate.promise;
    return ordinary();
  };
  const sent = Array.from({ length: 60 }, () => maker.render('a', held, 48));
  const outcomes = Promise.allSettled(sent);
  const other = maker.render('b', ordinary, 64);
  gate.resolve();
  expect(widthOf(await other)).toBe(64);
  const refused = (await outcomes).flatMap((one) =>
    one.status === 'rejected' ? [one.reason instanceof DomainError && one.reason.code] : [],
  );
  // One is being made while fifty wait.
  expect(refused).toEqual(Array.from({ length: 9 }, () => 'THUMBNAIL_QUEUE_FULL'));
});

test('what is asked for twice at once is made once', async () => {
  const gate = Promise.withResolvers<void>();
  let made = 0;
  const make = () => {
    made += 1;
    return gate.promise;
  };
  const both = Promise.all([maker.once('1 64', make), maker.once('1 64', make)]);
  gate.resolve();
  await both;
  await maker.once('1 64', make);
  expect(made).toBe(2);
});

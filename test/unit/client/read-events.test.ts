import { expect, test } from 'vitest';
import { readEvents } from '../../../packages/client/live/read-events.ts';
import { gather } from '../../support/gather.ts';

function streamOf(pieces: readonly string[], ends = true): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (ends) controller.close();
    },
  });
}

const TEXT = ':\n\nevent: next\ndata: {"a":\ndata: "ä"}\n\n: waiting\n\nevent:complete\n\nevent: next\ndata: cut off';
const EVENTS = [
  { event: 'next', data: '{"a":\n"ä"}' },
  { event: 'complete', data: '' },
];

test('events are the same however the bytes are cut, and one that is cut off is none', async () => {
  expect(await gather(readEvents(streamOf([TEXT]), 60_000))).toEqual(EVENTS);
  expect(await gather(readEvents(streamOf(TEXT.split('')), 60_000))).toEqual(EVENTS);
  expect(await gather(readEvents(streamOf(TEXT.replaceAll('\n', '\r\n').split('')), 60_000))).toEqual(EVENTS);
});

test('a stream that gives nothing ends with an error', async () => {
  const events = readEvents(streamOf(['event: next\ndata: 1\n\n'], false), 20);
  expect((await events.next()).value).toEqual({ event: 'next', data: '1' });
  await expect(events.next()).rejects.toThrow('nothing came');
});

/** What the script of uploads decides, without a browser: which bytes are sent, their checksum, what is resumed, and what is tried again. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type BegunUploads, begunUploads, nameOfChoice, type TextStore } from '../../../src/pages/browser/upload/begun-uploads.ts';
import { filled } from '../../../src/pages/browser/upload/filled.ts';
import { hexDigest } from '../../../src/pages/browser/upload/hex-digest.ts';
import { doneBytes, partPlan, type UploadState } from '../../../src/pages/browser/upload/part-plan.ts';
import { type Endable, type Pause, persistently, waitSeconds } from '../../../src/pages/browser/upload/persistently.ts';
import { Canceled, isPassing, Refused } from '../../../src/pages/browser/upload/refusals.ts';
import { sizeTexts } from '../../../src/pages/browser/upload/size-text.ts';

const MEGABYTE = 1024 * 1024;

function uploadOf(sizeBytes: number, partSizeBytes: number, missing?: readonly number[]): UploadState {
  const count = Math.ceil(sizeBytes / partSizeBytes);
  const parts = Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    sizeBytes: Math.min(partSizeBytes, sizeBytes - at * partSizeBytes),
  })).filter(({ number }) => missing?.includes(number) ?? true);
  return { id: 'u', sizeBytes, partSizeBytes, complete: parts.length === 0, parts, storageIdentifier: 's' };
}

describe('the plan of an upload', () => {
  test.each([
    [1, 8],
    [8, 8],
    [9, 8],
    [8 * MEGABYTE * 3 + 12_345, 8 * MEGABYTE],
  ])('of %i bytes in parts of %i has each byte once, in order', (sizeBytes, partSizeBytes) => {
    let at = 0;
    for (const { from, to, doneBytes: done } of partPlan(uploadOf(sizeBytes, partSizeBytes))) {
      expect([from, done]).toEqual([at, at]);
      at = to;
    }
    expect(at).toBe(sizeBytes);
  });

  test('goes on with what is missing alone, and counts what has arrived', () => {
    const upload = uploadOf(100, 30, [2, 4]);
    expect(doneBytes(upload)).toBe(60);
    expect(partPlan(upload)).toEqual([
      { number: 2, from: 30, to: 60, doneBytes: 60 },
      { number: 4, from: 90, to: 100, doneBytes: 90 },
    ]);
  });

  test('of what has arrived as a whole is empty, whatever the server lists', () => {
    const upload = { ...uploadOf(100, 30), complete: true };
    expect([partPlan(upload), doneBytes(upload)]).toEqual([[], 100]);
  });

  test('of an empty file is empty', () => {
    expect([partPlan(uploadOf(0, 30)), doneBytes(uploadOf(0, 30))]).toEqual([[], 0]);
  });
});

test.each([0, 1, 4 * MEGABYTE - 1, 4 * MEGABYTE, 9 * MEGABYTE + 7])(
  'the checksum of %i bytes is their SHA-256, read in pieces',
  async (size) => {
    const bytes = Buffer.alloc(size, 'Tides and salt');
    const told: number[] = [];
    expect(await hexDigest(new Blob([bytes]), (done) => told.push(done))).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(told.at(-1) ?? 0).toBe(size);
    expect(told).toHaveLength(Math.ceil(size / (4 * MEGABYTE)));
  },
);

describe('uploads that were begun', () => {
  function kept(): { readonly texts: Map<string, string>; readonly store: TextStore } {
    const texts = new Map<string, string>();
    const store = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
      removeItem: (key: string) => void texts.delete(key),
    };
    return { texts, store };
  }

  const idsIn = (begun: BegunUploads): readonly string[] => Object.values(begun.all()).map(({ id }) => id);

  test('are found by the same file in the same dataset, until they are removed', () => {
    const { texts, store } = kept();
    const begun = begunUploads(() => store, 'doi:1');
    const file = nameOfChoice('raw/a.csv', { size: 5, lastModified: 7 });
    begun.set(file, { id: 'one', name: 'a.csv' });
    begun.set('other', { id: 'two', name: 'b.csv' });
    expect(begunUploads(() => store, 'doi:1').all()[file]).toEqual({ id: 'one', name: 'a.csv' });
    expect(begunUploads(() => store, 'doi:2').all()).toEqual({});
    expect(begun.all()[nameOfChoice('raw/a.csv', { size: 5, lastModified: 8 })]).toBeUndefined();
    begun.remove(file);
    expect(idsIn(begun)).toEqual(['two']);
    begun.clear();
    expect(texts.size).toBe(0);
  });

  test.each(['', 'no JSON', 'null', '7', '{"a": 1}', '{"a": {"id": 1, "name": "b"}}', '[]'])('are none where %j is kept', (text) => {
    const { store } = kept();
    store.setItem('archivolt-uploads doi:1', text);
    expect(begunUploads(() => store, 'doi:1').all()).toEqual({});
  });

  test('are none in a browser that keeps nothing, and nothing fails', () => {
    const begun = begunUploads(() => {
      throw new Error('SecurityError');
    }, 'doi:1');
    begun.set('a', { id: 'one', name: 'a' });
    expect(begun.all()).toEqual({});
  });
});

describe('what is tried again', () => {
  const endable = (): Endable => ({ canceled: false, abort: undefined });
  const atOnce: Pause = () => Promise.resolve();

  /** Fails with these errors in turn, then succeeds. */
  function failing(...errors: readonly Error[]): { readonly act: () => Promise<string>; readonly tries: () => number } {
    let tries = 0;
    const act = (): Promise<string> => {
      const error = errors[tries];
      tries += 1;
      return error === undefined ? Promise.resolve('done') : Promise.reject(error);
    };
    return { act, tries: () => tries };
  }

  test.each([408, 429, 500, 502, 503, 504])('is what the server refused with %i', (status) => {
    expect(isPassing(new Refused({ message: 'x' }, status))).toBe(true);
  });

  test.each([400, 401, 403, 404, 409, 413])('is nothing that it refused with %i', async (status) => {
    const refused = new Refused({ code: 'X', message: 'x' }, status);
    const { act, tries } = failing(refused);
    await expect(persistently(endable(), { pause: atOnce, tell: () => {} }, act)).rejects.toBe(refused);
    expect(tries()).toBe(1);
  });

  test('is what the connection was lost over, with longer and longer waits', async () => {
    const told: number[] = [];
    const { act, tries } = failing(new TypeError('lost'), new TypeError('lost'), new Refused({ message: 'busy' }, 503));
    expect(await persistently(endable(), { pause: atOnce, tell: (seconds) => told.push(seconds) }, act)).toBe('done');
    expect([told, tries()]).toEqual([[1, 2, 4], 4]);
    expect(waitSeconds(60)).toBe(30);
  });

  test('is nothing that was canceled while it waited', async () => {
    const one = endable();
    const { act, tries } = failing(new TypeError('lost'));
    const pause: Pause = (_seconds, ends) =>
      new Promise((resolve) => {
        ends(resolve);
        one.canceled = true;
        one.abort?.();
      });
    await expect(persistently(one, { pause, tell: () => {} }, act)).rejects.toBeInstanceOf(Canceled);
    expect(tries()).toBe(1);
  });
});

test('texts are filled in, and sizes are written as the language does', () => {
  expect(filled('{done} of {size}{nothing}', { done: '1 MB', size: 2 })).toBe('1 MB of 2');
  const [english, german] = [sizeTexts('en'), sizeTexts('de')];
  expect([0, 999, 1000, 1_500_000, 2e15].map(english)).toEqual(['0 bytes', '999 bytes', '1 KB', '1.5 MB', '2,000 TB']);
  expect(german(1_500_000)).toBe('1,5 MB');
});

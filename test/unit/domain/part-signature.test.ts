import { expect, test, vi } from 'vitest';
import { isPartSignatureValid, signedPartUrl } from '../../../src/domain/files/uploads/part-signature.ts';

type Setting = Parameters<typeof signedPartUrl>[0];

const UPLOAD = '6d0c1a52-8f0e-4c57-9f6b-0c6b3a6f3f11';

/** As much of the services as addresses are made from. */
function setting(key: string): Setting {
  return { services: { signingKey: Buffer.from(key), installation: { siteUrl: 'https://data.example' } } } as Setting;
}

function signatureOf(url: string): { readonly expires: number; readonly signature: string } {
  const { searchParams } = new URL(url);
  return { expires: Number(searchParams.get('expires')), signature: searchParams.get('signature') ?? '' };
}

test('an address is good for its part of its upload, from this installation, and nothing else', () => {
  const here = setting('key');
  const url = signedPartUrl(here, { uploadId: UPLOAD, partNumber: 3 }, new Date(Date.now() + 1000));
  expect(url.startsWith(`https://data.example/api/uploads/${UPLOAD}/parts/3?expires=`)).toBe(true);
  const signature = signatureOf(url);
  const valid = (uploadId: string, partNumber: number, change = {}, where = here) =>
    isPartSignatureValid(where, { uploadId, partNumber }, { ...signature, ...change });
  expect(valid(UPLOAD, 3)).toBe(true);
  expect(valid(UPLOAD, 4)).toBe(false);
  expect(valid(UPLOAD.replace('6', '7'), 3)).toBe(false);
  expect(valid(UPLOAD, 3, { expires: signature.expires + 1 })).toBe(false);
  expect(valid(UPLOAD, 3, { signature: signature.signature.slice(1) })).toBe(false);
  expect(valid(UPLOAD, 3, {}, setting('another key'))).toBe(false);
});

test('an address is good until it expires', () => {
  vi.useFakeTimers({ now: 1000 });
  try {
    const here = setting('key');
    const part = { uploadId: UPLOAD, partNumber: 1 };
    const signature = signatureOf(signedPartUrl(here, part, new Date(2000)));
    expect(isPartSignatureValid(here, part, signature)).toBe(true);
    vi.setSystemTime(2000);
    expect(isPartSignatureValid(here, part, signature)).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

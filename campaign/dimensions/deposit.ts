/** What the forms of depositing are sent by someone who may create datasets: bodies, places of fields, and what scripts ask for. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import type { World } from '../world.ts';

const LARGEST_FORM = 16 * 1024 * 1024;
/** What a form may have at most. */
const LARGEST_READ = 1_000_000;
const filled = (size: number, text: string): string => text.repeat(Math.max(1, Math.floor(size / text.length)));
const numbered = (size: number, text: (number: number) => string): string => {
  const pieces: string[] = [];
  for (let length = 0, number = 0; length < size; number += 1) {
    const piece = text(number);
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join('');
};

function formTo(path: string, body: string, { depositorCookie: cookie }: World): HostileRequest {
  const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html', cookie, 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', path, headers, body };
}

/** Bodies of about so many bytes. */
const bodies: Readonly<Record<string, (size: number) => string>> = {
  fields: (n) => filled(n, 'a=&'),
  'different fields': (n) => numbered(n, (number) => `k${number}=&`),
  'fields within bounds': (n) => numbered(Math.min(n, 60_000), (number) => `k${number}=&`),
  'repetitions of a compound': (n) => numbered(Math.min(n, 200_000), (number) => `citation/author/${number % 1500}/authorName=x&`),
  'repetitions beyond bounds': (n) => `citation/author/${filled(Math.min(n, 400), '9')}/authorName=x&`,
  'repetitions in repetitions': (n) => `citation/author${filled(Math.min(n, 400), '/0')}=x&`,
  'a text': (n) => `citation/title=${filled(n, 'x')}&`,
  'a text of signs that are escaped': (n) => `citation/title=${filled(n, '<')}&`,
  'values of a vocabulary': (n) => filled(Math.min(n, 200_000), 'citation/subject=Nothing&'),
  'a name': (n) => `${filled(n, 'citation/')}=x&`,
  escapes: (n) => `citation/title=${filled(n, '%61')}&`,
};

const forms = Object.entries(bodies).flatMap(([what, body]): Dimension[] => [
  {
    name: `deposit: ${what} of a form`,
    sizes: [64, LARGEST_FORM],
    requests: (size, world) => [
      formTo('/deposit/new', `${body(size)}collection=campaign&add=citation/author`, world),
      formTo('/deposit/metadata', `${body(size)}persistentId=${world.draft.persistentId}&remove=citation/author/0`, world),
    ],
  },
  {
    name: `deposit: ${what}, saved`,
    sizes: [64, LARGEST_READ],
    requests: (size, world) => formTo('/deposit/metadata', `${body(size)}persistentId=${world.draft.persistentId}&etag=x`, world),
  },
]);

const short: Readonly<Record<string, (text: string, world: World) => HostileRequest>> = {
  'the reason of a return': (text, world) => formTo('/deposit/return', `persistentId=${world.draft.persistentId}&reason=${text}`, world),
  'terms of its own': (text, world) =>
    formTo('/deposit/terms', `persistentId=${world.draft.persistentId}&license=-&termsOfUse=${text}`, world),
  'tags of a file': (text, world) =>
    formTo('/deposit/file', `persistentId=${world.draft.persistentId}&file=${world.draft.fileId}&label=a&categories=${text}`, world),
  'the size of an upload': (text, world) => formTo('/deposit/upload', `persistentId=${world.draft.persistentId}&size=${text}`, world),
  'the checksum of an upload': (text, world) =>
    formTo('/deposit/upload/add', `persistentId=${world.draft.persistentId}&storageIdentifier=x&size=1&checksum=${text}`, world),
};

export const depositDimensions: readonly Dimension[] = [
  ...forms,
  ...Object.entries(short).flatMap(([what, request]) =>
    ['x', '9', ',a', '%3C'].map((text): Dimension => ({
      name: `deposit: ${what} of ${text}`,
      sizes: [64, LARGEST_READ],
      requests: (size, world) => request(filled(size, text), world),
    })),
  ),
];

/** Pictures of which a small one is asked for, that grow when they are drawn. */
import { crc32, deflateSync } from 'node:zlib';
import type { Bound, Dimension } from '../dimension.ts';
import { formOf } from './form.ts';

/**
 * A picture is drawn beside the event loop, as long and as large as the limits on pictures let it: 5 s of processor time, however quick the
 * machine, and where that is quick a harmless request takes one millisecond.
 */
const DRAWING: Partial<Bound> = { total: 5000, memoryMegabytes: 500 };

const times = (count: number, make: (index: number) => string): string => Array.from({ length: count }, (_, index) => make(index)).join('');

function svg(content: string, size = '100'): Buffer {
  return Buffer.from(
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${size}" height="${size}">${content}</svg>`,
  );
}

/** `count` levels, each drawing the one below it ten times. */
function uses(count: number, fanOut: number): Buffer {
  const levels = times(count, (i) => `<g id="a${i + 1}">${times(fanOut, () => `<use xlink:href="#a${i}" href="#a${i}"/>`)}</g>`);
  return svg(`<defs><rect id="a0" width="1" height="1"/>${levels}</defs><use xlink:href="#a${count}" href="#a${count}"/>`);
}

const drawings: Readonly<Record<string, readonly [to: number, bytes: (size: number) => Buffer]>> = {
  'copies of copies': [20, (n) => uses(n, 10)],
  'copies beside each other': [30_000, (n) => uses(1, n)],
  'patterns in patterns': [
    20,
    (n) =>
      svg(
        `<defs>${times(n, (i) => `<pattern id="p${i}" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="1" height="1" fill="url(#p${i + 1})"/></pattern>`)}</defs><rect width="100" height="100" fill="url(#p0)"/>`,
      ),
  ],
  'masks in masks': [
    200,
    (n) =>
      svg(
        `<defs>${times(n, (i) => `<mask id="m${i}"><rect width="100" height="100" fill="white" mask="url(#m${i + 1})"/></mask>`)}</defs><rect width="100" height="100" mask="url(#m0)"/>`,
      ),
  ],
  'clips in clips': [
    200,
    (n) =>
      svg(
        `<defs>${times(n, (i) => `<clipPath id="c${i}" clip-path="url(#c${i + 1})"><rect width="99" height="99"/></clipPath>`)}</defs><rect width="100" height="100" clip-path="url(#c0)"/>`,
      ),
  ],
  blurring: [
    100_000,
    (n) =>
      svg(
        `<filter id="f" x="-50" y="-50" width="100" height="100"><feGaussianBlur stdDeviation="${n}"/></filter><rect width="9000" height="9000" filter="url(#f)"/>`,
        '9000',
      ),
  ],
  'filters beside each other': [
    2000,
    (n) =>
      svg(
        `<filter id="f">${times(n, () => '<feGaussianBlur stdDeviation="9"/>')}</filter><rect width="900" height="900" filter="url(#f)"/>`,
        '900',
      ),
  ],
  turbulence: [
    10_000,
    (n) =>
      svg(
        `<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="${n}"/></filter><rect width="2000" height="2000" filter="url(#f)"/>`,
        '2000',
      ),
  ],
  'a matrix': [
    80,
    (n) =>
      svg(
        `<filter id="f"><feConvolveMatrix order="${n}" kernelMatrix="${'1 '.repeat(n * n)}"/></filter><rect width="2000" height="2000" filter="url(#f)"/>`,
        '2000',
      ),
  ],
  morphology: [
    2000,
    (n) =>
      svg(
        `<filter id="f"><feMorphology operator="dilate" radius="${n}"/></filter><rect width="2000" height="2000" filter="url(#f)"/>`,
        '2000',
      ),
  ],
  'points of a path': [300_000, (n) => svg(`<path d="M0 0${'L9 9 0 9'.repeat(n)}z"/>`)],
  'dashes of a line': [1_000_000, (n) => svg(`<path stroke="red" stroke-width="9" stroke-dasharray="0.001" d="M0 0H${n}"/>`)],
  'elements in each other': [100_000, (n) => svg(`${'<g>'.repeat(n)}<rect width="9" height="9"/>${'</g>'.repeat(n)}`)],
  'transparent groups in each other': [
    5000,
    (n) => svg(`${'<g opacity="0.9">'.repeat(n)}<rect width="9000" height="9000"/>${'</g>'.repeat(n)}`, '5000'),
  ],
  elements: [100_000, (n) => svg('<rect width="9" height="9"/>'.repeat(n))],
  'rules of a style': [
    20_000,
    (n) =>
      svg(
        `<style>${times(n, (i) => `g g g.c${i}{fill:red}`)}</style>${'<g>'.repeat(90)}${'<rect class="c1"/>'.repeat(1000)}${'</g>'.repeat(90)}`,
      ),
  ],
  texts: [20_000, (n) => svg('<text x="9" y="9" font-size="90">Wide</text>'.repeat(n))],
  'entities of entities': [
    12,
    (n) =>
      Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "<rect/>">${times(n, (i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`)}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">&e${n};</svg>`,
      ),
  ],
  'the side of a drawing': [1_000_000_000, (n) => svg('<rect width="9" height="9"/>', String(n))],
  'pictures in a drawing': [
    2000,
    (n) =>
      svg(
        `<image id="i" width="9" height="9" href="data:image/png;base64,${png(3000).toString('base64')}"/>${'<use href="#i"/>'.repeat(n)}`,
      ),
  ],
};

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function pngOf(width: number, height: number, data: Buffer, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Of 1 bit in grey: the most points for the bytes.
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A white square, complete as long as it is small enough to be made here. */
function png(side: number): Buffer {
  const bytes = (Math.ceil(side / 8) + 1) * side;
  return pngOf(side, side, deflateSync(Buffer.alloc(Math.min(bytes, 30_000_000)), { level: 1 }));
}

function gif(side: number): Buffer {
  const bytes = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0;', 'latin1');
  for (const at of [6, 8, 24, 26]) bytes.writeUInt16LE(Math.min(side, 65_535), at);
  return bytes;
}

/** Directories that follow each other, or in a circle. */
function tiff(side: number, directories: number, circle: boolean): Buffer {
  const fields: readonly (readonly [tag: number, type: number, value: number])[] = [
    [256, 4, side],
    [257, 4, side],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, side],
    [279, 4, 4],
  ];
  const length = 2 + fields.length * 12 + 4;
  const directory = (index: number): Buffer => {
    const bytes = Buffer.alloc(length);
    bytes.writeUInt16LE(fields.length);
    for (const [place, [tag, type, value]] of fields.entries()) {
      const at = 2 + place * 12;
      bytes.writeUInt16LE(tag, at);
      bytes.writeUInt16LE(type, at + 2);
      bytes.writeUInt32LE(1, at + 4);
      bytes.writeUInt32LE(value, at + 8);
    }
    const next = index + 1 < directories ? 8 + (index + 1) * length : circle ? 8 : 0;
    bytes.writeUInt32LE(next, length - 4);
    return bytes;
  };
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), ...Array.from({ length: directories }, (_, index) => directory(index))]);
}

/** A picture in progressive JPEG with many passes over all of it, each of a few bytes. */
function jpeg(passes: number): Buffer {
  const segment = (marker: number, data: readonly number[]): Buffer =>
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);
  const table = [0, ...Array.from({ length: 64 }, () => 1)];
  const codes = [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, table),
    segment(0xc2, [8, 0x20, 0, 0x20, 0, 1, 1, 0x11, 0]),
    segment(0xc4, [0, ...codes.slice(1)]),
    segment(0xc4, codes),
    segment(0xda, [1, 1, 0, 0, 0, 0x01]),
    Buffer.from([0]),
    ...Array.from({ length: passes }, () => Buffer.concat([segment(0xda, [1, 1, 0, 1, 63, 0]), Buffer.from([0])])),
    Buffer.from([0xff, 0xd9]),
  ]);
}

const photographs: Readonly<Record<string, readonly [to: number, fileName: string, bytes: (size: number) => Buffer]>> = {
  'the side of a PNG': [100_000, 'a.png', png],
  'texts of a PNG': [
    100_000,
    'a.png',
    (n) =>
      pngOf(
        9,
        9,
        deflateSync(Buffer.alloc(27)),
        Array.from({ length: n }, (_, index) => chunk('tEXt', Buffer.from(`k${index}\0x`))),
      ),
  ],
  'a packed text of a PNG': [
    100,
    'a.png',
    (n) =>
      pngOf(9, 9, deflateSync(Buffer.alloc(27)), [
        chunk('zTXt', Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(n * 1024 ** 2))])),
      ]),
  ],
  'a packed profile of a PNG': [
    100,
    'a.png',
    (n) =>
      pngOf(9, 9, deflateSync(Buffer.alloc(27)), [
        chunk('iCCP', Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(n * 1024 ** 2))])),
      ]),
  ],
  'the side of a GIF': [65_535, 'a.gif', gif],
  'the side of a TIFF': [1_000_000, 'a.tif', (n) => tiff(n, 1, false)],
  'directories of a TIFF': [20_000, 'a.tif', (n) => tiff(9, n, false)],
  'directories in a circle of a TIFF': [20_000, 'a.tif', (n) => tiff(9, n, true)],
  'passes of a JPEG': [100_000, 'a.jpg', jpeg],
};

let files = 0;

function dimension(kind: string, to: number, fileName: string, bytes: (size: number) => Buffer): Dimension {
  return {
    name: `pictures: ${kind}`,
    as: 'depositor',
    sizes: [1, to],
    background: true,
    bound: DRAWING,
    requests: async (size, world) => {
      files += 1;
      const id = await world.addFile(`${files}-${fileName}`, bytes(size));
      return id === undefined ? [] : { path: `/api/access/datafile/${id}?imageThumb=400` };
    },
  };
}

/** The same pictures, sent to stand for a dataset: made small twice before the answer. */
function sentDimension(kind: string, to: number, fileName: string, bytes: (size: number) => Buffer): Dimension {
  return {
    name: `pictures: ${kind}, sent as a thumbnail`,
    as: 'depositor',
    sizes: [1, to],
    background: true,
    bound: DRAWING,
    requests: (size, world) => formOf(`/api/datasets/${world.draft.id}/thumbnail`, [{ name: 'file', content: bytes(size), fileName }]),
  };
}

export const pictureDimensions: readonly Dimension[] = [
  sentDimension('copies of copies in SVG', 20, 'a.svg', (n) => uses(n, 10)),
  sentDimension('the side of a PNG', 100_000, 'a.png', png),
  ...Object.entries(drawings).map(([kind, [to, bytes]]) => dimension(`${kind} in SVG`, to, 'a.svg', bytes)),
  ...Object.entries(photographs).map(([kind, [to, fileName, bytes]]) => dimension(kind, to, fileName, bytes)),
];

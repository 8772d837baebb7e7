/** Unpacks what node:zlib does not know. */
import { chunksOf, readExactly, type ByteSource } from '../../byte-source.ts';
import { TableError } from '../../table-error.ts';
import type { ReadOptions } from '../../table-reader.ts';
import type { GatheredBytes } from './gathered-bytes.ts';

/** What takes the unpacked bytes. */
type Sink = Pick<GatheredBytes, 'add'>;

/** What the packed bytes begin with. */
export const BZIP2_MARK = Buffer.from('BZh', 'latin1');
export const XZ_MARK = Buffer.from('fd377a585a00', 'hex');

const PIECE_BYTES = 64 * 1024;
/** A decoder that gives nothing this often has come to an end that is none. */
const MOST_IDLE = 1000;

function truncated(): TableError {
  return new TableError('TRUNCATED', 'The file ends within its packed bytes.');
}

interface Bzip2Options extends Pick<ReadOptions, 'limits'> {
  readonly pieceBytes?: number;
  /** Whether what follows the first stream is unpacked too. */
  readonly severalStreams?: boolean;
}

/** The decoder takes all packed bytes at once, and gives the unpacked ones one by one. */
export async function decodeBzip2(
  source: ByteSource,
  gathered: Sink,
  { limits, pieceBytes = PIECE_BYTES, severalStreams = true }: Bzip2Options,
): Promise<void> {
  if (source.size > limits.heldBytes) throw new TableError('TOO_LARGE', `A file packed with bzip2 may have ${limits.heldBytes} bytes.`);
  const { default: bzip2 } = await import('seek-bzip');
  const packed = await readExactly(source, 0, source.size);
  const piece = Buffer.allocUnsafe(pieceBytes);
  let at = 0;
  let filled = 0;
  const input = {
    readByte: () => {
      const byte = packed[at];
      if (byte === undefined) throw truncated();
      at += 1;
      return byte;
    },
    read: (target: Uint8Array, offset: number, length: number) => {
      const part = packed.subarray(at, at + length);
      target.set(part, offset);
      at += part.length;
      return part.length === 0 ? -1 : part.length;
    },
    eof: () => at >= packed.length,
  };
  const output = {
    writeByte: (byte: number) => {
      piece[filled] = byte;
      filled += 1;
      if (filled < pieceBytes) return;
      gathered.add(piece);
      filled = 0;
    },
  };
  bzip2.decode(input, output, severalStreams);
  gathered.add(piece.subarray(0, filled));
}

/** A decoder in WebAssembly, which takes and gives pieces. */
export async function decodeXz(source: ByteSource, gathered: Sink): Promise<void> {
  const { default: xz } = await import('xz-decompress');
  const chunks = chunksOf(source);
  const packed = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
  const unpacked: AsyncIterable<Uint8Array> = new xz.XzReadableStream(packed);
  let idle = 0;
  for await (const piece of unpacked) {
    gathered.add(piece);
    idle = piece.length === 0 ? idle + 1 : 0;
    if (idle > MOST_IDLE) throw truncated();
  }
}

import { DomainError } from './errors/domain-error.ts';

/** What the bodies of requests that are still coming may take of the memory, all together. */
const MOST_BYTES = 256 * 1024 * 1024;
/** What a piece takes beside its bytes: a body may come a byte at a time. */
const PIECE_BYTES = 200;

/** A body that is gathered in memory. */
export interface HeldBody {
  /** Takes note of a piece that has come. */
  readonly grow: (pieceBytes: number) => void;
  /** The body is complete, or nobody gathers it any more. */
  readonly release: () => void;
}

interface Holding {
  bytes: number;
  readonly giveUp: (error: DomainError) => void;
}

/**
 * Bounds what unfinished bodies hold in memory, whoever sends them. Where they hold too much together, the largest is given up: whoever
 * sends little is never refused for those who send much.
 */
export class HeldBodies {
  readonly #mostBytes: number;
  readonly #holdings = new Set<Holding>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Begins to gather a body. `giveUp` has to let go of it; it is called once at most, with SERVICE_UNAVAILABLE. */
  hold(giveUp: (error: DomainError) => void): HeldBody {
    const holding: Holding = { bytes: 0, giveUp };
    this.#holdings.add(holding);
    return {
      grow: (pieceBytes) => {
        if (!this.#holdings.has(holding)) return;
        holding.bytes += pieceBytes + PIECE_BYTES;
        this.#bytes += pieceBytes + PIECE_BYTES;
        while (this.#bytes > this.#mostBytes) this.#giveUpLargest();
      },
      release: () => this.#drop(holding),
    };
  }

  #drop(holding: Holding): void {
    if (this.#holdings.delete(holding)) this.#bytes -= holding.bytes;
  }

  #giveUpLargest(): void {
    let [largest] = this.#holdings;
    for (const holding of this.#holdings) if (largest === undefined || holding.bytes > largest.bytes) largest = holding;
    if (largest === undefined) return;
    this.#drop(largest);
    const message = 'Too many large request bodies are arriving at once; retry shortly.';
    largest.giveUp(new DomainError('SERVICE_UNAVAILABLE', message));
  }
}

/** Those of all requests of this process, which share its memory. */
export const heldBodies: HeldBodies = new HeldBodies(MOST_BYTES);

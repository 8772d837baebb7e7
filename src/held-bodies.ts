import { DomainError } from './errors/domain-error.ts';

/** Total memory that incomplete request bodies may take. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Overhead of a chunk: a body may arrive one byte at a time. */
const PIECE_BYTES = 200;

/** A body that is buffered in memory. */
export interface HeldBody {
  /** Counts a chunk that has arrived. */
  readonly grow: (pieceBytes: number) => void;
  /** The body is complete or abandoned. */
  readonly release: () => void;
}

interface Holding {
  bytes: number;
  readonly giveUp: (error: DomainError) => void;
}

/**
 * Bounds the memory of incomplete bodies. When they take too much in total, the largest is refused, so that large senders never cause the
 * refusal of small bodies.
 */
export class HeldBodies {
  readonly #mostBytes: number;
  readonly #holdings = new Set<Holding>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Begins to buffer a body. `giveUp` must release it; it is called at most once, with SERVICE_UNAVAILABLE. */
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

/** The bodies of all requests of this process, which share its memory. */
export const heldBodies: HeldBodies = new HeldBodies(MOST_BYTES);

import type { Response } from 'express';

/** Below the idle limits of proxies. */
const HEARTBEAT_MS = 15_000;

/** Resolves when more can be written, or nothing more will be. */
function drained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** A response that events are written to, no faster than they are read. */
export class EventStream {
  readonly #response: Response;

  constructor(response: Response) {
    this.#response = response;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Content-Type-Options': 'nosniff',
      // nginx would hold events back.
      'X-Accel-Buffering': 'no',
    });
    response.write(':\n\n');
    const heartbeat = setInterval(() => {
      if (!response.writableNeedDrain) response.write(':\n\n');
    }, HEARTBEAT_MS);
    response.once('close', () => clearInterval(heartbeat));
  }

  get open(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  /** @param data null for none */
  async write(event: 'next' | 'complete', data: object | null): Promise<void> {
    if (!this.open) return;
    const isRead = this.#response.write(`event: ${event}\ndata: ${data === null ? '' : JSON.stringify(data)}\n\n`);
    if (!isRead) await drained(this.#response);
  }

  end(): void {
    this.#response.end();
  }
}

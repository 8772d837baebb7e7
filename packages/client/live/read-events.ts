/** Server-Sent Events of a response, one after the other. Source: HTML Living Standard, 9.2 */

export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

function eventOf(block: string): ServerSentEvent | undefined {
  let event = 'message';
  const data: string[] = [];
  let isEmpty = true;
  for (const line of block.split('\n')) {
    // A comment keeps the connection open.
    if (line === '' || line.startsWith(':')) continue;
    isEmpty = false;
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  return isEmpty ? undefined : { event, data: data.join('\n') };
}

/** @param idleLimitMs Ends with an error when nothing, not even a comment, comes for so long */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  idleLimitMs: number,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const idle = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`nothing came for ${idleLimitMs / 1000} s`)), idleLimitMs);
      });
      const { done, value } = await Promise.race([reader.read(), idle]).finally(() => clearTimeout(timer));
      if (done) return;
      rest = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

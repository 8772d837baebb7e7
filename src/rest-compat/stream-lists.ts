import { type OpenJson, jsonParts } from '../raw-json.ts';
import type { Exchange } from './exchange.ts';
import { type ListPart, OpenList } from './open-list.ts';
import { drained } from './stream-pages.ts';
import { Turns } from './turns.ts';

/** Of all servers of a process: they share its event loop. */
const turns = new Turns();

/** Reads a part of a list. */
export type ReadPart = (list: OpenList, place: unknown) => Promise<ListPart>;

/** The texts of a part of a list, without the brackets around it. */
function partsOf({ entries }: ListPart): (string | OpenJson)[] {
  const parts = jsonParts(entries);
  const [first] = parts;
  if (typeof first === 'string') parts[0] = first.slice(1);
  const last = parts.at(-1);
  if (typeof last === 'string') parts[parts.length - 1] = last.slice(0, -1);
  return parts;
}

/**
 * Sends JSON whose lists go on while it is sent: of each no more than a part is in memory, none is read before the client has taken the one
 * before it, and those of all answers are made one after the other. Nothing more is read for a client that has left. `spoken` is applied to
 * each text, which ends where a value does.
 */
export async function streamLists(
  response: Exchange['response'],
  parts: readonly (string | OpenJson)[],
  read: ReadPart,
  spoken: (json: string) => string = (json) => json,
): Promise<void> {
  async function send(text: string): Promise<void> {
    if (text !== '' && !response.write(spoken(text))) await drained(response);
  }
  async function sendAll(all: readonly (string | OpenJson)[]): Promise<void> {
    for (const part of all) {
      if (response.destroyed) return;
      if (typeof part === 'string') await send(part);
      else if (part instanceof OpenList) await sendList(part);
    }
  }
  async function sendList(list: OpenList): Promise<void> {
    let { next } = list.first;
    let isEmpty = list.first.entries.length === 0;
    await send('[');
    await sendAll(partsOf(list.first));
    while (next !== null && !response.destroyed) {
      const place = next;
      const made = await turns.take(async () => {
        const part = await read(list, place);
        return { texts: partsOf(part), part };
      });
      next = made.part.next;
      if (made.part.entries.length === 0) continue;
      if (!isEmpty) await send(',');
      isEmpty = false;
      await sendAll(made.texts);
    }
    await send(']');
  }
  await sendAll(parts);
}

import { ENVELOPE_CONTENT_TYPE, replyBody } from './envelope.ts';
import type { BareReply, EnvelopeReply } from './route.ts';

/** Bodies kept at most; they are long, and there are few different ones. */
const MOST_BODIES = 50;

/** Finished bodies of one server, each for the state that it was made of. */
export class KeptBodies {
  readonly #bodies = new Map<string, { readonly state: string; readonly reply: BareReply }>();

  /** The body kept under `key`, if it was made of this state. */
  find(key: string, state: string): BareReply | undefined {
    const kept = this.#bodies.get(key);
    return kept?.state === state ? kept.reply : undefined;
  }

  /** Writes a body and keeps it in place of the one of another state. */
  keep(key: string, state: string, reply: EnvelopeReply): BareReply {
    const body = { bare: Buffer.from(replyBody(reply)), contentType: ENVELOPE_CONTENT_TYPE };
    if (this.#bodies.size >= MOST_BODIES) this.#bodies.clear();
    this.#bodies.set(key, { state, reply: body });
    return body;
  }
}

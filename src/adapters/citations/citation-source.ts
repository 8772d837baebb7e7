/**
 * Finds the works that cite a DOI, by an events service (JSON:API). Source: DataCite Event Data, `/events`: `doi`, `page[size]`,
 * `links.next`, `subj-id`, `obj-id`, `relation-type-id`.
 */
import type { CitationSource } from '../../kernel/ports/citation-source.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { inOutgoingSpan } from '../../tracing/outgoing-span.ts';

export interface CitationSourceOptions {
  /** URL of the events, without a trailing slash; all requests go there, and without it none is sent. */
  readonly url: string | undefined;
  /** Most queued updates. */
  readonly queueLimit: number;
  /** Pause after each request. */
  readonly delayMs: number;
  readonly userAgent: string;
  readonly timeoutMs?: number;
}

const PAGE_SIZE = 1_000;
/** An endless list must not block a worker. */
const MOST_PAGES = 1_000;
const TIMEOUT_MS = 30_000;
const LONGEST_URL = 2_000;

/** Relations by which something else cites our DOI, and by which our DOI says that something else does. Source: datasets.md 13.2. */
const CITING = new Set(['cites', 'references', 'is-supplemented-by']);
const CITED_BY = new Set(['is-cited-by', 'is-referenced-by', 'is-supplement-to']);

const pageSchema = z.object({
  data: z.array(z.object({ attributes: z.object({ 'subj-id': z.string(), 'obj-id': z.string(), 'relation-type-id': z.string() }) })),
  links: z.object({ next: z.string().nullish() }).optional(),
});

/** A DOI in any of its forms as its bare text in lower case. */
function bareDoi(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)/, '');
}

/** The address of a citing work; undefined unless it leads to the web. */
function webAddress(text: string): string | undefined {
  if (text.length > LONGEST_URL || !URL.canParse(text)) return undefined;
  return /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}

/** Makes the source. */
export function createCitationSource({
  url,
  queueLimit,
  delayMs,
  userAgent,
  timeoutMs = TIMEOUT_MS,
}: CitationSourceOptions): CitationSource {
  if (url === undefined) return { queueLimit, async *pages() {} };
  const { origin } = new URL(url);

  async function read(address: string): Promise<z.infer<typeof pageSchema>> {
    const ask = () =>
      fetch(address, {
        headers: { accept: 'application/json', 'user-agent': userAgent },
        // The operator has configured one address, and no other is queried.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    const response = await inOutgoingSpan(
      { name: 'GET citations', address: origin, attributes: { 'http.request.method': 'GET' } },
      ask,
      ({ status }) => status,
    );
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The citation service answered ${response.status}.`);
    }
    return pageSchema.parse(await response.json());
  }

  return {
    queueLimit,
    async *pages(doi) {
      const wanted = bareDoi(doi);
      let next: string | undefined = `${url}?${new URLSearchParams({ doi: wanted, 'page[size]': String(PAGE_SIZE) }).toString()}`;
      for (let count = 0; next !== undefined && count < MOST_PAGES; count += 1) {
        const page: z.infer<typeof pageSchema> = await read(next);
        yield page.data.flatMap(({ attributes }) => {
          const { 'subj-id': subject, 'obj-id': object, 'relation-type-id': relation } = attributes;
          const citing =
            bareDoi(object) === wanted && CITING.has(relation)
              ? subject
              : bareDoi(subject) === wanted && CITED_BY.has(relation)
                ? object
                : '';
          return webAddress(citing) ?? [];
        });
        const following: string | undefined = page.links?.next ?? undefined;
        if (following !== undefined && new URL(following, url).origin !== origin) {
          throw new Error('The next page of citations is at another address, which is not queried.');
        }
        next = following === undefined ? undefined : new URL(following, url).href;
        if (delayMs > 0) await sleep(delayMs);
      }
    },
  };
}

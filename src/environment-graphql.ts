/** The environment variables of operations of GraphQL. */
import { z } from 'zod';
import { absolutePath, blankAsAbsent, optional, wholeNumber } from './environment-values.ts';
import { DOCUMENT_TRUST } from './vocabulary/access.ts';

export const graphql = {
  TRUSTED_DOCUMENTS: optional(absolutePath).meta({
    description:
      'Absolute path of the [trusted documents](how-to/use-graphql.md#trusted-documents): a JSON file, or a folder of JSON, `.graphql` and `.gql` files. It is read again when files change.',
    defaultText: 'none: no document is trusted',
  }),
  DOCUMENT_TRUST: z
    .preprocess(blankAsAbsent, z.enum(DOCUMENT_TRUST, { error: `must be ${DOCUMENT_TRUST.join(', ')}` }).default('open'))
    .meta({
      description:
        'Which documents of clients are run at `/graphql`: any (`open`), those of callers without an account only if they are trusted (`anonymous-trusted-only`), trusted ones alone (`trusted-only`). REST, pages, `/mcp` and SWORD are not affected.',
    }),
  PUBLIC_ANSWER_SECONDS: wholeNumber(0, 86_400, 60).meta({
    description:
      'How long caches may keep answers to GraphQL queries that are public, before they ask again, 0 to 86,400: [putting a CDN in front](how-to/put-a-cdn-in-front.md). So long a deaccession may take to be seen everywhere.',
  }),
  SUBSCRIPTIONS_LIMIT: wholeNumber(0, 1_000_000, 20_000).meta({
    description:
      'Most [subscriptions](how-to/subscribe.md) that this process serves at once, and most open connections for them; `0` for none.',
  }),
  SUBSCRIPTIONS_PER_ACCOUNT: wholeNumber(1, 1_000_000, 100).meta({
    description: 'Most subscriptions of one account at once, in all `WORKERS` of this server.',
  }),
  SUBSCRIPTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000, 500).meta({
    description:
      'Most open connections for subscriptions of one network address, and most subscriptions of its guests, in all `WORKERS` of this server.',
  }),
};

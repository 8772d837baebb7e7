/** What a browser carries between the steps of a sign-in. */
import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { openTicket, type TicketKind } from '../../../kernel/sealed-ticket.ts';
import type { DomainServices } from '../../../kernel/services.ts';

const MINUTE_MS = 60_000;

const tripSchema = z.object({
  providerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
});

/** A way to a provider that was begun. */
export const tripTicket: TicketKind<z.infer<typeof tripSchema>> = {
  purpose: 'sign-in round trip',
  lifetimeMs: 15 * MINUTE_MS,
  schema: tripSchema,
};

const optionalText = z.string().optional();
const identitySchema = z.object({
  providerId: z.string(),
  subject: z.string(),
  returnTo: z.string(),
  person: z.object({
    userName: optionalText,
    firstName: optionalText,
    lastName: optionalText,
    email: optionalText,
    emailVerified: z.boolean(),
    affiliation: optionalText,
  }),
});

/** A person whom a provider knows, and who has no account here yet. */
export type PendingIdentity = z.infer<typeof identitySchema>;

export const identityTicket: TicketKind<PendingIdentity> = {
  purpose: 'sign-up',
  lifetimeMs: 30 * MINUTE_MS,
  schema: identitySchema,
};

/** Opens a ticket. @throws DomainError SIGN_IN_TICKET_INVALID */
export function requireTicket<Facts>(services: Pick<DomainServices, 'signingKey'>, kind: TicketKind<Facts>, ticket: string): Facts {
  const facts = openTicket(services.signingKey, kind, ticket);
  if (facts !== undefined) return facts;
  throw new DomainError('SIGN_IN_TICKET_INVALID', 'This sign-in has expired, or was not begun here: begin anew.');
}

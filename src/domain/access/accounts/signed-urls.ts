/** Addresses that act as an account until they end, without its token. Source: users-admin.md 3.4, 18.1. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import { type ActingAccount, findActingAccount, findApiToken, findUserByName } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import { command } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { addressFault, readSignedRequest, SIGNED_METHODS, withSignedParameters } from '../../../model/sign-in/signed-request.ts';

const MINUTE_MS = 60_000;
const USUAL_MINUTES = 10;
/** A year. */
const MOST_MINUTES = 525_600;
/** Node takes 16 KB of request line and headers together. */
const LONGEST_ADDRESS = 8000;

/** The API token of the account is in the key: a new one, or none, ends all addresses that were signed before. */
function signatureOf(signingKey: Buffer, covered: string, tokenHash: Buffer): Buffer {
  const key = createHmac('sha512', signingKey).update('signed URL\n').update(tokenHash).digest();
  return createHmac('sha512', key).update(covered).digest();
}

function badSignedUrl(): DomainError {
  return new DomainError('SIGNED_URL_INVALID', 'Bad signed URL');
}

/** A request that has the parameter of a signature. */
export interface SignedTarget {
  /** Path and query as they were sent. */
  readonly target: string;
  readonly method: string;
}

/**
 * The account as which a request with a signed URL runs. @throws DomainError SIGNED_URL_INVALID when it was altered, has ended, is for
 * another method, or its account has another token by now, or is deactivated.
 */
export async function requireSigner(
  db: Queryable,
  signingKey: Buffer,
  { target, method }: SignedTarget,
): Promise<ActingAccount & { readonly lastApiUseAt: Date | null }> {
  const signed = readSignedRequest(target);
  if (signed === undefined || (signed.until !== undefined && signed.until <= Date.now())) throw badSignedUrl();
  if (signed.method !== undefined && signed.method.toUpperCase() !== method) throw badSignedUrl();
  const user = await findUserByName(db, signed.userName);
  const token = user && (await findApiToken(db, user.id));
  if (user === undefined || token === undefined) throw badSignedUrl();
  const expected = signatureOf(signingKey, signed.covered, token.tokenHash);
  if (!timingSafeEqual(expected, Buffer.from(signed.signature, 'hex'))) throw badSignedUrl();
  const account = await findActingAccount(db, user.id);
  if (account === undefined || account.deactivatedAt !== null) throw badSignedUrl();
  return { ...account, lastApiUseAt: user.lastApiUseAt };
}

/** An address that was signed. */
export interface SignedAddress {
  readonly signedUrl: string;
  /** As which account it acts. */
  readonly userName: string;
  readonly expiresAt: Date;
}

/**
 * Signs an address for an account; undefined where the account has no API token that counts. Who calls it decides that the account may have
 * it. @throws URIError where the address is not percent-encoded
 */
export async function signAddress(
  db: Queryable,
  signingKey: Buffer,
  account: { readonly id: number; readonly userName: string },
  { url: address, minutes, method }: { readonly url: string; readonly minutes: number; readonly method: string },
): Promise<SignedAddress | undefined> {
  const token = await findApiToken(db, account.id);
  if (token === undefined || token.expiresAt.getTime() <= Date.now()) return undefined;
  const expiresAt = new Date(Date.now() + minutes * MINUTE_MS);
  const { url, covered } = withSignedParameters(address, { until: expiresAt, userName: account.userName, method });
  return { signedUrl: url + signatureOf(signingKey, covered, token.tokenHash).toString('hex'), userName: account.userName, expiresAt };
}

const signing = z.object({
  url: z
    .string()
    .max(LONGEST_ADDRESS, `must not be longer than ${LONGEST_ADDRESS} characters`)
    .superRefine((address, check) => {
      const fault = addressFault(address);
      if (fault !== undefined) check.addIssue({ code: 'custom', message: fault });
    }),
  timeOutMinutes: z.int().min(1, 'must be at least 1').max(MOST_MINUTES, `must not be more than ${MOST_MINUTES}`).nullish(),
  httpMethod: z
    .string()
    .refine((text) => SIGNED_METHODS.some((one) => one === text.toUpperCase()), `must be one of ${SIGNED_METHODS.join(', ')}`)
    .nullish(),
  userName: z.string().nullish(),
});

/**
 * Signs an address for an account, or for the caller where there is no such account. @throws DomainError BAD_USER_INPUT |
 * API_TOKEN_NOT_FOUND when the account has no API token that counts
 */
export const signApiUrl = command({
  name: 'signApiUrl',
  input: signing,
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, actor, services, note }, _subject, input): Promise<SignedAddress> => {
    const own = actingAccount(actor);
    const named = input.userName ? await findUserByName(tx, input.userName) : undefined;
    const account = named ?? own;
    const { id, userName } = account;
    const method = (input.httpMethod ?? 'GET').toUpperCase();
    const minutes = input.timeOutMinutes ?? USUAL_MINUTES;
    const signed = await signAddress(tx, services.signingKey, account, { url: input.url, minutes, method });
    if (signed === undefined) {
      throw new DomainError('API_TOKEN_NOT_FOUND', `The account @${userName} has no API token that counts, by which addresses are signed.`);
    }
    // Never the address as a whole: who has it acts as the account.
    note({ user: userName, account: id, path: new URL(input.url).pathname, method, until: signed.expiresAt.toISOString() });
    return signed;
  },
});

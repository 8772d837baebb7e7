/** Sign-in of programs without a browser: their user lets them in elsewhere, and they get a token of the account. Source: users-admin.md 3.8; RFC 8628. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import {
  decideDevice,
  type DeviceSignInRow,
  findDeviceOutcome,
  findUndecidedDevice,
  insertDeviceSignIn,
  noteDeviceQuestion,
  takeAllowedDevice,
} from '../../../db/queries/access/device-sign-ins.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import { command, type CommandContext } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { parseInput } from '../../../kernel/parse-input.ts';
import { notBlank } from '../accounts/account-rules.ts';
import { type MadeToken, makeToken, tokenScopes } from '../accounts/named-tokens.ts';
import { callerAddress, countForAccount, countForAddress } from './guess-limits.ts';

const LIFETIME_SECONDS = 10 * 60;
/** What a program waits between two questions. */
const INTERVAL_SECONDS = 5;
/** What one waits longer that has asked too soon. Source: RFC 8628, 3.5. */
const LONGER_BY_SECONDS = 5;
/** Sign-ins that one address may begin, and codes that one account may look at or decide on, in a quarter of an hour. */
const MOST_BEGUN = 30;
const MOST_CODES = 30;

/** Letters that are neither vowels nor taken for others; there are 25 thousand million codes. Source: RFC 8628, 6.1. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;

function newUserCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** The code as it was made, however it was typed. */
function typedCode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z]/g, '');
}

function hashOf(deviceCode: string): Buffer {
  return createHash('sha256').update(`device ${deviceCode}`).digest();
}

/** A sign-in that has begun, for the program. */
export interface BegunDevice {
  readonly deviceCode: string;
  /** For people, with a hyphen. */
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

/** What a program calls itself. Strangers send it, and its user reads it on a page of this server: it must not look like anything else. */
const programName = notBlank
  .max(100, 'must not be longer than 100 characters')
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, 'must be one line without control characters');

/** Begins a sign-in. @throws DomainError BAD_USER_INPUT | SIGN_IN_LIMITED */
export const beginDeviceSignIn = command({
  name: 'beginDeviceSignIn',
  input: z.object({ clientName: programName, scopes: tokenScopes }),
  subject: noSubject,
  requires: 'Public',
  run: async ({ tx, services, context, note }, _subject, { clientName, scopes }): Promise<BegunDevice> => {
    await countForAddress(tx, context, 'device', MOST_BEGUN);
    const deviceCode = randomBytes(32).toString('base64url');
    const clientAddress = callerAddress(context);
    const expiresAt = new Date(Date.now() + LIFETIME_SECONDS * 1000);
    const facts = {
      deviceCodeHash: hashOf(deviceCode),
      clientName,
      scopes,
      clientAddress,
      expiresAt,
      intervalSeconds: INTERVAL_SECONDS,
    };
    let userCode = newUserCode();
    while (!(await insertDeviceSignIn(tx, { ...facts, userCode }))) userCode = newUserCode();
    note({ client: clientName, scopes, address: clientAddress });
    const told = `${userCode.slice(0, 4)}-${userCode.slice(4)}`;
    const verificationUri = `${services.installation.siteUrl}/device`;
    return {
      deviceCode,
      userCode: told,
      verificationUri,
      verificationUriComplete: `${verificationUri}?user_code=${told}`,
      expiresInSeconds: LIFETIME_SECONDS,
      intervalSeconds: INTERVAL_SECONDS,
    };
  },
});

const codeInput = z.object({ userCode: z.string().max(100, 'must not be longer than 100 characters') });

/** Looks for a sign-in that waits; the look counts, whatever it finds. @throws DomainError SIGN_IN_LIMITED */
export const lookUpDeviceCode = command({
  name: 'lookUpDeviceCode',
  input: codeInput,
  subject: noSubject,
  requires: 'LoggedIn',
  run: async ({ tx, actor }, _subject, { userCode }): Promise<DeviceSignInRow | undefined> => {
    await countForAccount(tx, actingAccount(actor).id, 'device code', MOST_CODES);
    return findUndecidedDevice(tx, typedCode(userCode));
  },
});

/** Stores what the user decided; it counts as a look. @throws DomainError SIGN_IN_LIMITED */
export const storeDeviceDecision = command({
  name: 'storeDeviceDecision',
  input: codeInput.extend({ allow: z.boolean() }),
  subject: noSubject,
  requires: 'LoggedIn',
  run: async ({ tx, actor, context, note }, _subject, { userCode, allow }): Promise<DeviceSignInRow | undefined> => {
    const { id } = actingAccount(actor);
    await countForAccount(tx, id, 'device code', MOST_CODES);
    const decided = await decideDevice(tx, typedCode(userCode), allow ? id : null);
    if (decided !== undefined) {
      note({ client: decided.clientName, scopes: decided.scopes, allowed: allow, address: callerAddress(context) });
    }
    return decided;
  },
});

/** @throws DomainError DEVICE_CODE_NOT_FOUND */
function requireDevice(found: DeviceSignInRow | undefined): DeviceSignInRow {
  if (found !== undefined) return found;
  throw new DomainError('DEVICE_CODE_NOT_FOUND', 'No program waits with this code: it is another one, or its time is over.');
}

type Code = z.input<typeof codeInput>;

/** What a program asks for, to its user. @throws DomainError DEVICE_CODE_NOT_FOUND | SIGN_IN_LIMITED */
export const viewDeviceSignIn = composed({
  name: 'viewDeviceSignIn',
  of: [lookUpDeviceCode],
  run: async (context: CommandContext, input: Code) => requireDevice(await lookUpDeviceCode(context, input)),
});

/** Lets a program in, or refuses it. @throws DomainError DEVICE_CODE_NOT_FOUND | SIGN_IN_LIMITED */
export const decideDeviceSignIn = composed({
  name: 'decideDeviceSignIn',
  of: [storeDeviceDecision],
  run: async (context: CommandContext, input: Code & { readonly allow: boolean }) =>
    requireDevice(await storeDeviceDecision(context, input)),
});

function ended(): DomainError {
  return new DomainError('DEVICE_SIGN_IN_ENDED', 'This sign-in is unknown, was used, or its time is over: begin anew.');
}

/** Makes the token of a program that was let in; its sign-in ends. @throws DomainError DEVICE_SIGN_IN_ENDED | TOO_MANY_TOKENS */
export const issueDeviceToken = command({
  name: 'issueDeviceToken',
  input: z.object({ proof: z.custom<Buffer>() }),
  subject: noSubject,
  requires: 'Public',
  run: async (scope, _subject, { proof: deviceCodeHash }): Promise<MadeToken> => {
    const allowed = await takeAllowedDevice(scope.tx, deviceCodeHash);
    if (allowed === undefined) throw ended();
    const { clientName, scopes, account } = allowed;
    scope.note({ user: account.userName, account: account.id, client: clientName, address: callerAddress(scope.context) });
    scope.emit({ kind: 'DeviceTokenIssued', subjectId: null, payload: { userAccountId: account.id } });
    return makeToken(scope, account.id, { name: clientName, scopes });
  },
});

const completion = z.object({ deviceCode: z.string().max(100, 'must not be longer than 100 characters') });

/**
 * Gives a program its token, once it was let in. @throws DomainError DEVICE_SIGN_IN_PENDING until its user has decided |
 * DEVICE_SIGN_IN_TOO_SOON where it asks more often than it was told | DEVICE_SIGN_IN_REFUSED | DEVICE_SIGN_IN_ENDED | TOO_MANY_TOKENS
 */
export const completeDeviceSignIn = composed({
  name: 'completeDeviceSignIn',
  of: [issueDeviceToken],
  run: async (context: CommandContext, given: z.input<typeof completion>): Promise<MadeToken> => {
    const deviceCodeHash = hashOf(parseInput(completion, given).deviceCode);
    // No command: questions are many, and the audit log has nothing to tell of them.
    if ((await noteDeviceQuestion(context.db, deviceCodeHash, { longerBySeconds: LONGER_BY_SECONDS })) === 'too soon') {
      const message = `The user has not decided yet: from now on, wait ${LONGER_BY_SECONDS} seconds longer before asking again.`;
      throw new DomainError('DEVICE_SIGN_IN_TOO_SOON', message);
    }
    switch (await findDeviceOutcome(context.db, deviceCodeHash)) {
      case 'allowed':
        return issueDeviceToken(context, { proof: deviceCodeHash });
      case 'pending':
        throw new DomainError('DEVICE_SIGN_IN_PENDING', 'The user has not decided yet: ask again after the interval.');
      case 'refused':
        throw new DomainError('DEVICE_SIGN_IN_REFUSED', 'The user has refused the program.');
      case undefined:
        throw ended();
    }
  },
});

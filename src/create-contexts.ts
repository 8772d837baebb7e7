/** Who asks a request, from where, and how it is to be answered. */
import type { Logger } from 'pino';
import type { Application } from './application.ts';
import type { Config } from './config.ts';
import { authenticate } from './domain/access/accounts/authenticate.ts';
import { databaseFull } from './errors/database-full.ts';
import { databaseOutage } from './errors/database-outage.ts';
import { DomainError } from './errors/domain-error.ts';
import { statementTooSlow } from './errors/statement-limit.ts';
import type { clientAddressOf } from './http/client-address.ts';
import { visitorOf } from './http/visitor.ts';
import { parseAddress } from './network-address.ts';
import { type AssertedHeaders, createRequestContext, type RequestContext, type WishedAnswer } from './request-context.ts';
import type { Credentials } from './rest-compat/credentials.ts';

type AddressOf = ReturnType<typeof clientAddressOf>;

/** A page open in a browser on this machine does not have the trust of the machine, unless it is a page of this server. */
export function isLocal(client: ReturnType<AddressOf>, { foreignPage }: Credentials): boolean {
  return client.local && !foreignPage;
}

/** What is known of a request beside its credentials. */
interface AskedWith {
  readonly hasLeft?: (() => boolean) | undefined;
  readonly asserted?: AssertedHeaders | undefined;
  readonly wished?: WishedAnswer;
  /** Whether the use of the credentials was noted before. */
  readonly again?: boolean;
}

/** Makes the contexts of requests: who asks, from where, and how. */
export function createContexts(
  application: Application,
  config: Config,
  log: Logger,
  addressOf: AddressOf,
): (credentials: Credentials, asked?: AskedWith) => Promise<RequestContext> {
  const { db, services } = application;
  const visitor = visitorOf(config);
  return async (credentials, { hasLeft, asserted, wished, again = false } = {}) => {
    const { requestId } = credentials;
    try {
      const client = addressOf(credentials);
      const actor = await authenticate(
        db,
        {
          token: credentials.apiToken,
          bearerToken: credentials.bearerToken,
          session: credentials.session,
          tokenOptional: credentials.tokenOptional,
          readsFile: credentials.readsFile,
          again,
          invocationId: credentials.invocationId,
          signed: credentials.signed,
          clientAddress: client.address,
          fromLocalhost: isLocal(client, credentials),
          unblockKey: credentials.unblockKey,
        },
        { gate: config.adminGate, unblockKey: services.settings.get(':BlockedApiKey'), groups: services.groups, bearer: services },
      );
      const key = actor.account === null ? `address ${client.address ?? ''}` : `account ${actor.account.id}`;
      return createRequestContext(application, {
        actor,
        requestId,
        addresses: {
          client: client.address,
          connection: credentials.remoteAddress === undefined ? undefined : parseAddress(credentials.remoteAddress),
        },
        asserted,
        forPage: credentials.forPage ?? false,
        wished,
        visitor: visitor(credentials, client.address),
        client: hasLeft === undefined ? undefined : { key, hasLeft },
      });
    } catch (error) {
      if (error instanceof DomainError) throw error;
      log.error({ err: error, requestId }, 'The caller of a request could not be determined.');
      throw (
        databaseOutage(error) ??
        databaseFull(error) ??
        statementTooSlow(error) ??
        new DomainError('INTERNAL_SERVER_ERROR', 'The server failed to answer this request.', { cause: error })
      );
    }
  };
}

import type { IncomingMessage } from 'node:http';
import { DomainError } from '../errors/domain-error.ts';

/** The token that a depositor sends as user name; what stands in the place of a password does not count. Source: RFC 7617, 2. */
export function depositorToken({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const [, encoded] = /^basic\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? [];
  if (encoded !== undefined) {
    const [token = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    if (token !== '') return token;
  }
  throw new DomainError('AUTHENTICATION_REQUIRED', 'Send your API token as user name by basic authentication, with an empty password.');
}

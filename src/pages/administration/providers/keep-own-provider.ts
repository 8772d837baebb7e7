/** Whoever switches off the provider by which they are signed in is signed out at once, and gets in no more: the pages do not let them. */
import { PageOfProvidersDocument } from '../../../generated/page-operations.ts';
import type { AdministrationCall } from '../administration-call.ts';
import { PageRefusal } from '../../page-refusal.ts';

/** @throws DomainError BAD_USER_INPUT where the account is signed in by this provider */
export async function keepOwnProvider({ run, messages }: AdministrationCall, providerId: string): Promise<void> {
  const { viewer } = await run(PageOfProvidersDocument, {});
  if (viewer.user?.authenticationProviderId === providerId) {
    throw new PageRefusal('BAD_USER_INPUT', messages.installation.providers.ownKept);
  }
}

import type { UserRow } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { query, type ReadContext } from '../../../kernel/command.ts';

/** An account by its id: for itself and for superusers. @throws DomainError USER_NOT_FOUND */
export const viewUser = query({
  name: 'viewUser',
  subject: async ({ context }: { readonly context: ReadContext }, id: number) => {
    const user = await context.loaders.user.load(id);
    if (user === undefined) throw new DomainError('USER_NOT_FOUND', `There is no account ${id}.`);
    return { nodeId: null, granted: 0, user, own: context.actor.account?.id === id };
  },
  requires: ({ own }) => (own ? 'Public' : 'Superuser'),
  run: (_context, { user }): UserRow => user,
});

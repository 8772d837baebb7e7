import { listUsersByIds, type UserRow } from '../../../db/queries/access/users.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';

type Nothing = Readonly<Record<string, never>>;

async function ownAccount({ actor, db }: CommandContext): Promise<UserRow | undefined> {
  if (actor.account === null) return undefined;
  const [user] = await listUsersByIds(db, [actor.account.id]);
  return user;
}

/** The account of the actor; null for a guest. */
export const findOwnAccount = query({
  name: 'findOwnAccount',
  subject: noSubject,
  requires: 'Public',
  run: async (context, _subject, _input: Nothing): Promise<UserRow | null> => (await ownAccount(context)) ?? null,
});

/** The account of the actor. @throws DomainError USER_NOT_FOUND when there is none. */
export const requireOwnAccount = query({
  name: 'requireOwnAccount',
  subject: noSubject,
  requires: 'LoggedIn',
  run: async (context, _subject, _input: Nothing): Promise<UserRow> => {
    const user = await ownAccount(context);
    if (user === undefined) throw new DomainError('USER_NOT_FOUND', 'The account is not there any more.');
    return user;
  },
});

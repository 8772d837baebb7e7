/** What is wrong with a password, for those who administer. Source: users-admin.md 8.3. */
import { query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import type { PasswordFault } from '../../../vocabulary/sign-in.ts';
import { passwordFaults } from './password-rules.ts';

/** Holds a password against the rules that new ones keep to; it is stored nowhere. */
export const checkPassword = query({
  name: 'checkPassword',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ services }, _subject, { password }: { readonly password: string }): Promise<PasswordFault[]> =>
    passwordFaults(password, services),
});

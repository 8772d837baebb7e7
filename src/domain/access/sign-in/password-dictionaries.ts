/**
 * Dictionaries of the operator: text files with one word a line, none of which a new password may contain.
 * Source: users-admin.md 10.4, `:PVDictionaries`.
 */
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { createOperatorFolder } from '../../../kernel/operator-folder.ts';
import type { PasswordDictionaries } from '../../../kernel/ports/password-dictionaries.ts';
import { broken } from '../../../errors/rules/broken.ts';

/** The largest dictionary: half a million words, which are looked through in some 50 ms. */
const MOST_BYTES = 5_000_000;
/** What names their folder. */
const VARIABLE = 'PASSWORD_DICTIONARIES_DIR';

export interface PasswordDictionariesOptions {
  /** The only folder whose files are read, absolute; undefined for none. */
  readonly folder: string | undefined;
  readonly log: Pick<Logger, 'error'>;
}

function containsLineOf(password: string, text: string): boolean {
  const searched = password.toLowerCase();
  return text
    .toLowerCase()
    .split('\n')
    .some((line) => {
      const word = line.trim();
      return word !== '' && searched.includes(word);
    });
}

/** Makes the ones of a process. They are read anew for each password: passwords are set seldom, and an edited file counts at once. */
export function createPasswordDictionaries({ folder, log }: PasswordDictionariesOptions): PasswordDictionaries {
  const { fault } = createOperatorFolder({
    folder,
    variable: VARIABLE,
    mostBytes: MOST_BYTES,
    rule: broken('OPERATOR_PATHS', { variable: VARIABLE }),
  });

  async function hasWordIn(password: string, path: string): Promise<boolean> {
    const found = await fault(path);
    if (found === undefined) return containsLineOf(password, await readFile(path, 'utf8'));
    log.error({ dictionary: path }, `The setting :PVDictionaries ${found.message}; its words are not looked for.`);
    return false;
  }

  return {
    fault,
    async findsWordIn(password, paths) {
      for (const path of paths) if (await hasWordIn(password, path)) return true;
      return false;
    },
  };
}

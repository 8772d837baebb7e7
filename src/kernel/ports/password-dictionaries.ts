import type { ToldRule } from '../../errors/rules/broken.ts';

/** Lists of words that new passwords must not contain. */
export interface PasswordDictionaries {
  /** Why a file cannot be read as a dictionary, as the end of a sentence; undefined when it can. */
  fault(path: string): Promise<ToldRule | undefined>;
  /** Whether a password contains a word of one of these files, in any case. A file that can no longer be read has no words. */
  findsWordIn(password: string, paths: readonly string[]): Promise<boolean>;
}

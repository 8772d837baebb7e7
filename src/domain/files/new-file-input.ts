import { z } from 'zod';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { line, longText } from '../../kernel/text-limits.ts';
import { requireAccessTerms } from '../versions/version-terms.ts';
import { cleanCategories } from './file-categories.ts';
import { cleanDirectoryLabel, directoryLabelProblems, labelProblems } from './file-path.ts';

const MOST_CATEGORIES = 1000;

/** What a client may say of a new file beside its bytes. Source: files.md 4.1. */
export const newFileInput = {
  label: z.string().nullish(),
  directoryLabel: z.string().nullish(),
  description: longText.nullish(),
  categories: z.array(line).max(MOST_CATEGORIES, `must not be more than ${MOST_CATEGORIES}`).nullish(),
  restrict: z.boolean().nullish(),
  provFreeForm: longText.nullish(),
} as const;

export type NewFileInput = z.infer<z.ZodObject<typeof newFileInput>>;

/** What the record of a new file says, checked. */
export interface NewFileFacts {
  /** As it was sent; a number is added where the name is taken. */
  readonly label: string;
  readonly directoryLabel: string | null;
  readonly description: string;
  readonly categories: readonly string[];
  readonly restricted: boolean;
  readonly provFreeForm: string | null;
}

/**
 * What the record of a new file will say, from what the client said and from where its bytes came from.
 * @throws DomainError BAD_USER_INPUT listing every problem of name and folder.
 */
export function newFileFacts(
  input: NewFileInput,
  origin: { readonly fileName: string; readonly directoryLabel?: string | null },
): NewFileFacts {
  const label = input.label ?? origin.fileName;
  const directoryLabel = cleanDirectoryLabel(input.directoryLabel ?? origin.directoryLabel ?? null);
  const problems: Problem[] = [...labelProblems(label, '/label'), ...directoryLabelProblems(directoryLabel, '/directoryLabel')];
  if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', problems.map(({ message }) => message).join(' '), { problems });
  return {
    label,
    directoryLabel,
    description: input.description ?? '',
    categories: cleanCategories(input.categories ?? []),
    restricted: input.restrict ?? false,
    provFreeForm: input.provFreeForm || null,
  };
}

/**
 * Refuses a new file that is to be restricted where the installation restricts none, or where nobody could ask for access.
 * @throws DomainError BAD_USER_INPUT | DATASET_TERMS_INVALID. Source: files.md 4.3.
 */
export function requireRestrictableNewFile(services: DomainServices, working: VersionRow, restricted: boolean): void {
  if (restricted && services.settings.get(':PublicInstall') === true) {
    throw new DomainError('BAD_USER_INPUT', 'This installation does not restrict files.', {
      problems: [{ pointer: '/restrict', message: 'must not be true here' }],
    });
  }
  requireAccessTerms(working, restricted);
}

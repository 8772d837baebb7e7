import { z } from 'zod';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { factProblems, factsOfNewFile, type FileFacts, type FileFactsInput } from '../../model/files/file-facts.ts';
import { requireAccessTerms } from '../versions/version-terms.ts';
import { broken } from '../../errors/rules/broken.ts';

/** Whether a new file is ingested where it is a table; it is unless a client says false. Source: files.md 4.1. */
export const ingestWish = { ingest: z.boolean().nullish() } as const;

/** The same as it is handed on. */
export type IngestWish = z.infer<z.ZodObject<typeof ingestWish>>;

/**
 * What the record of a new file will say, from what the client said and from where its bytes came from. A number is added to a label that
 * is taken when the file is stored.
 * @throws DomainError BAD_USER_INPUT listing every problem of name and folder.
 */
export function newFileFacts(
  said: FileFactsInput,
  origin: { readonly fileName: string; readonly directoryLabel?: string | null },
): FileFacts {
  const facts = factsOfNewFile({
    ...said,
    label: said.label ?? origin.fileName,
    directoryLabel: said.directoryLabel ?? origin.directoryLabel,
  });
  const problems = factProblems(facts);
  if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', problems.map(({ message }) => message).join(' '), { problems });
  return facts;
}

/**
 * Refuses a restricted new file if the installation does not allow restriction, or if access could not be requested.
 * @throws DomainError BAD_USER_INPUT | DATASET_TERMS_INVALID. Source: files.md 4.3.
 */
export function requireRestrictableNewFile(services: DomainServices, working: VersionRow, restricted: boolean): void {
  if (restricted && services.settings.get(':PublicInstall') === true) {
    throw new DomainError('BAD_USER_INPUT', 'This installation does not allow restricted files.', {
      problems: [{ pointer: '/restrict', ...broken('NOT_RESTRICTED_HERE') }],
    });
  }
  requireAccessTerms(working, restricted);
}

import { z } from 'zod';
import type { AuxiliaryFormat } from '../../../db/queries/files/auxiliary-files.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { line } from '../../../model/text-limits.ts';

const name = line.regex(/\S/, 'must not be blank');

/** Tag and version as a client names an auxiliary file. */
export const auxiliaryFormat = { formatTag: name, formatVersion: name };

/** What a client says of a new auxiliary file besides. */
export const auxiliaryFacts = {
  /** The program that made it. */
  origin: line.nullish(),
  /** Whether it is public once the file is published, even if the file itself is restricted. */
  isPublic: z.boolean().nullish(),
  /** What it is for. */
  type: line.nullish(),
};

/** The refusal of an auxiliary file that is not there, or not for the actor. */
export function auxiliaryFileNotFound(fileId: number, { formatTag, formatVersion }: AuxiliaryFormat): DomainError {
  return new DomainError('AUXILIARY_FILE_NOT_FOUND', `File ${fileId} has no auxiliary file ${formatTag} in version ${formatVersion}.`);
}

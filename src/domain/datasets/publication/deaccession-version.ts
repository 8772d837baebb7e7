import { z } from 'zod';
import { type DatasetKey, updateDataset } from '../../../db/queries/datasets/datasets.ts';
import { markDeaccessioned } from '../../../db/queries/versions/change-versions.ts';
import { findVersion, type VersionRow } from '../../../db/queries/versions/versions.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command } from '../../../kernel/command.ts';
import { lockDataset } from '../../subjects/dataset-subject.ts';
import { requestFileRegistrations } from '../../identifiers/request-file-registration.ts';
import { requestRegistration } from '../../identifiers/request-registration.ts';
import { parseVersionReference } from '../../versions/version-reference.ts';
import { broken, byRule } from '../../../errors/rules/broken.ts';

const LONGEST_REASON = 1000;
const LONGEST_URL = 1260;

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//i.test(text);
}

/** Which version a reference names here: only one that is out can be withdrawn. */
function publishedVersion(reference: string): Parameters<typeof findVersion>[2] {
  const parsed = parseVersionReference(reference);
  if (parsed.kind === 'number') return { versionNumber: parsed.major, versionMinorNumber: parsed.minor };
  if (parsed.kind === 'latest-published') return { states: ['RELEASED'] };
  throw new DomainError('BAD_USER_INPUT', `Only a published version can be deaccessioned; ${reference} may be a draft.`, {
    problems: [{ pointer: '/version', ...broken('VERSION_OUT') }],
  });
}

/**
 * Withdraws a published version. Its number, times, metadata and files stay; the provider of the persistent identifier is
 * told through the outbox. @throws DomainError BAD_USER_INPUT | DATASET_VERSION_NOT_FOUND. Source: datasets.md 14.3.
 */
export const deaccessionVersion = command({
  name: 'deaccessionDatasetVersion',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    version: z.string(),
    deaccessionReason: z.string().max(LONGEST_REASON, `must not be longer than ${LONGEST_REASON} characters`),
    deaccessionForwardURL: z
      .string()
      .max(LONGEST_URL, `must not be longer than ${LONGEST_URL} characters`)
      .refine((text) => text === '' || isWebAddress(text), byRule('HTTP_ADDRESS'))
      .nullish(),
  }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'PublishDataset',
  run: async (scope, { dataset }, input): Promise<VersionRow> => {
    const { tx } = scope;
    const selector = publishedVersion(input.version);
    const version = await findVersion(tx, dataset.id, selector);
    if (version?.state !== 'RELEASED') {
      throw new DomainError('DATASET_VERSION_NOT_FOUND', `There is no published version ${input.version} to deaccession.`);
    }
    await markDeaccessioned(tx, version.id, { note: input.deaccessionReason, link: input.deaccessionForwardURL || null });
    await updateDataset(tx, dataset.id, {});
    await requestRegistration(scope, dataset, true);
    const { versionNumber, versionMinorNumber } = version;
    const remaining = await findVersion(tx, dataset.id, { states: ['RELEASED'] });
    await requestFileRegistrations(scope, dataset);
    scope.note({ version: `${versionNumber}.${versionMinorNumber}` });
    scope.emit({
      kind: 'DatasetDeaccessioned',
      subjectId: dataset.id,
      payload: { versionNumber, versionMinorNumber, anotherReleased: remaining !== undefined },
    });
    const withdrawn = await findVersion(tx, dataset.id, { versionNumber: versionNumber ?? 0, versionMinorNumber: versionMinorNumber ?? 0 });
    if (withdrawn === undefined) throw new Error('The version no longer exists.');
    return withdrawn;
  },
});

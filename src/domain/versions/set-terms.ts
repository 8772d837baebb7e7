import { z } from 'zod';
import type { DatasetKey, DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { listTypeLicenseIds } from '../../db/queries/installation/dataset-types.ts';
import { hasRestrictedFiles } from '../../db/queries/files/file-versions.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import type { VersionTerms } from '../../db/schema/dataset.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../vocabulary/datasets.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { lockDataset } from '../subjects/dataset-subject.ts';
import { findLicense } from '../installation/find-license.ts';
import { longText } from '../../model/text-limits.ts';
import { termsTexts } from '../../formats/native-json/terms-texts.ts';
import { requireNewestVersion, requireWorkingVersion, saveDraft } from './ensure-draft.ts';
import { requireFresh } from '../subjects/require-fresh.ts';
import { requireAccessTerms } from './version-terms.ts';
import { type ToldRule, broken } from '../../errors/rules/broken.ts';

const text = longText.nullish();
const draftInput = {
  dataset: z.custom<DatasetKey>(),
  ifUnmodifiedSince: z.date().nullish(),
  ifMatch: z.array(z.string()).nullish(),
};

function refusal(pointer: string, told: ToldRule, sentence: string): DomainError {
  return new DomainError('BAD_USER_INPUT', sentence, { problems: [{ pointer, ...told }] });
}

/** The terms with those of some keys in place of the former ones; blank ones go. */
function withTexts(
  terms: VersionTerms,
  keys: readonly (keyof VersionTerms)[],
  texts: Readonly<Partial<Record<keyof VersionTerms, string | null | undefined>>>,
): VersionTerms {
  const changed: VersionTerms = { ...terms };
  for (const key of keys) {
    const value = texts[key];
    if (value === null || value === undefined || value.trim() === '') delete changed[key];
    else changed[key] = value;
  }
  return changed;
}

async function saveAccessTerms(
  scope: Scope,
  dataset: DatasetWithGrants,
  change: (working: VersionRow) => { readonly terms: VersionTerms; readonly fileAccessRequest: boolean },
): Promise<VersionRow> {
  if (scope.services.settings.get(':PublicInstall') === true) {
    throw refusal(
      '/fileAccessRequest',
      broken('NO_ACCESS_TERMS'),
      'This installation does not allow restricted files, so it has no terms of access.',
    );
  }
  const working = await requireWorkingVersion(scope, dataset.id);
  const changed = change(working);
  requireAccessTerms(changed, await hasRestrictedFiles(scope.tx, dataset.id, working.ordinal));
  return saveDraft(scope, dataset.id, changed);
}

/**
 * Replaces the terms of access of the draft, all of them: what is not sent is empty afterwards, and requests are off unless they are
 * sent as on. Source: datasets.md 14.1.
 */
export const setTermsOfAccess = command({
  name: 'setTermsOfAccess',
  input: z.object({
    ...draftInput,
    fileAccessRequest: z.boolean().nullish(),
    ...termsTexts(TERMS_OF_ACCESS_KEYS, text),
  }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset }, input): Promise<VersionRow> => {
    requireFresh(await requireNewestVersion(scope, dataset.id), input);
    return saveAccessTerms(scope, dataset, ({ terms }) => ({
      terms: withTexts(terms, TERMS_OF_ACCESS_KEYS, input),
      fileAccessRequest: input.fileAccessRequest ?? false,
    }));
  },
});

/** Says in the draft whether access to its restricted files can be requested. Source: files.md 22.4. */
export const allowFileAccessRequests = command({
  name: 'allowFileAccessRequests',
  input: z.object({ dataset: z.custom<DatasetKey>(), allow: z.boolean() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: (scope, { dataset }, { allow }): Promise<VersionRow> =>
    saveAccessTerms(scope, dataset, ({ terms }) => ({ terms, fileAccessRequest: allow })),
});

async function chosenLicense({ tx }: Scope, dataset: DatasetWithGrants, nameOrUri: string): Promise<number> {
  const found = await findLicense(tx, nameOrUri.trim());
  if (found === undefined) throw new DomainError('LICENSE_NOT_FOUND', `There is no licence ${nameOrUri}.`);
  if (!found.active) throw refusal('/license', broken('LICENSE_INACTIVE'), `The licence ${nameOrUri} is not active.`);
  const allowed = await listTypeLicenseIds(tx, dataset.datasetType);
  if (allowed.length > 0 && !allowed.includes(found.id)) {
    throw refusal(
      '/license',
      broken('LICENSE_OF_TYPE'),
      `Datasets of the type ${dataset.datasetType} may not have the licence ${nameOrUri}.`,
    );
  }
  return found.id;
}

/**
 * Gives the draft a licence, or terms of its own in place of one. Own terms that were there stay behind a licence, unseen.
 * Source: datasets.md 14.1.
 */
export const setLicense = command({
  name: 'setLicense',
  input: z.object({
    ...draftInput,
    license: z.string().nullish(),
    customTerms: z.object(termsTexts(TERMS_OF_USE_KEYS, text)).nullish(),
  }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset }, input): Promise<VersionRow> => {
    const { license, customTerms } = input;
    if (Boolean(license?.trim()) === Boolean(customTerms)) {
      throw refusal('', broken('LICENSE_OR_TERMS'), 'Give either the name or URI of a licence, or custom terms.');
    }
    requireFresh(await requireNewestVersion(scope, dataset.id), input);
    if (license?.trim()) return saveDraft(scope, dataset.id, { licenseId: await chosenLicense(scope, dataset, license) });
    if (scope.services.settings.get(':AllowCustomTermsOfUse') === false) {
      throw refusal(
        '/customTerms',
        broken('NO_CUSTOM_TERMS'),
        'Datasets of this installation have licences; custom terms are not allowed.',
      );
    }
    if (!customTerms?.termsOfUse?.trim()) {
      throw refusal('/customTerms/termsOfUse', broken('BLANK'), 'Custom terms need terms of use.');
    }
    const { terms } = await requireWorkingVersion(scope, dataset.id);
    return saveDraft(scope, dataset.id, { licenseId: null, terms: withTexts(terms, TERMS_OF_USE_KEYS, customTerms) });
  },
});

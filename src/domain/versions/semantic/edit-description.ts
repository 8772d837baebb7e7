import { z } from 'zod';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import type { VersionRow } from '../../../db/queries/versions/versions.ts';
import type { VersionTerms } from '../../../db/schema/dataset.ts';
import { pointerTo } from '../../../errors/json-pointer.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../../vocabulary/datasets.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import { type DatasetSubject, lockDataset } from '../../subjects/dataset-subject.ts';
import { findLicense } from '../../installation/find-license.ts';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import { catalogForWriting } from '../../metadata/catalog-for-writing.ts';
import { mergeFields } from '../../metadata/merge-fields.ts';
import { findMetadataField, titleOf } from '../../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { requireNewestVersion, requireWorkingVersion, saveDraft } from '../ensure-draft.ts';
import { requireFresh } from '../../subjects/require-fresh.ts';
import { metadataScopeOf, requireValidMetadata } from '../version-metadata-input.ts';
import { withDefaultLicense } from '../version-terms.ts';
import type { ReadDescription } from './read-description.ts';
import { descriptionEdits, readSentDescription, refuseDescription } from './read-sent-description.ts';
import { fieldKey } from '../../../formats/json-ld/term-uris.ts';

/** The draft as saved, and whether it was made for the edit. */
export interface DescriptionEdit {
  readonly version: VersionRow;
  readonly created: boolean;
}

const inputShape = {
  dataset: z.custom<DatasetKey>(),
  /** One object of JSON-LD. */
  description: z.unknown(),
  ifMatch: z.array(z.string()).nullish(),
};

type Rights = Pick<VersionRow, 'licenseId' | 'terms' | 'fileAccessRequest'>;

/** What an edit has to go by. */
interface Present {
  readonly scope: Scope;
  readonly catalog: BlockCatalog;
  readonly stored: VersionRow;
  readonly sent: ReadDescription;
}

async function editDescription(
  scope: Scope,
  { dataset }: DatasetSubject,
  input: { readonly description?: unknown; readonly ifMatch?: string[] | null | undefined },
  edit: (present: Present) => Promise<{ readonly metadata: VersionMetadata; readonly rights: Rights }>,
): Promise<DescriptionEdit> {
  const newest = await requireNewestVersion(scope, dataset.id);
  requireFresh(newest, { ifMatch: input.ifMatch });
  const stored = await requireWorkingVersion(scope, dataset.id);
  const catalog = await catalogForWriting(scope);
  const sent = await readSentDescription(input.description, catalog, scope.services.installation.siteUrl);
  const { metadata, rights } = await edit({ scope, catalog, stored, sent });
  requireValidMetadata(metadata, catalog, await metadataScopeOf(scope.tx, catalog, dataset.ownerId));
  const version = await saveDraft(scope, dataset.id, {
    metadata,
    title: titleOf(metadata),
    licenseId: rights.licenseId,
    terms: rights.terms,
    fileAccessRequest: rights.fileAccessRequest,
  });
  return { version, created: newest.state !== 'DRAFT' };
}

async function requireLicense({ scope, sent }: Present): Promise<number | null> {
  if (sent.license === null) return null;
  const found = await findLicense(scope.tx, sent.license);
  if (found?.active !== true) {
    refuseDescription([{ pointer: '/schema:license', message: `${sent.license} is not an active licence of this installation.` }]);
  }
  return found?.id ?? null;
}

function without(terms: VersionTerms, keys: readonly (keyof VersionTerms)[]): VersionTerms {
  return Object.fromEntries(Object.entries(terms).filter(([key]) => !keys.some((one) => one === key)));
}

/** Licence and terms after an addition; what is there already counts as taken unless it is to be replaced. */
async function addRights(present: Present, replace: boolean): Promise<Rights> {
  const { stored, sent } = present;
  const licenseId = await requireLicense(present);
  const sentKeys = [...TERMS_OF_USE_KEYS, ...TERMS_OF_ACCESS_KEYS].filter((key) => sent.terms[key] !== undefined);
  const brings = TERMS_OF_USE_KEYS.some((key) => sent.terms[key] !== undefined);
  if (!replace) {
    const taken = sentKeys
      .filter((key) => stored.terms[key] !== undefined && stored.terms[key] !== sent.terms[key])
      .map((key) => ({ pointer: `/dvcore:${key}`, message: 'has a value already' }));
    const hasOther = stored.licenseId !== null && (brings || (licenseId !== null && licenseId !== stored.licenseId));
    refuseDescription([...taken, ...(hasOther ? [{ pointer: '/schema:license', message: 'has a value already' }] : [])]);
  }
  const kept = licenseId === null ? stored.terms : without(stored.terms, TERMS_OF_USE_KEYS);
  return withDefaultLicense(present.scope.tx, {
    licenseId: licenseId ?? (brings ? null : stored.licenseId),
    terms: { ...kept, ...sent.terms },
    fileAccessRequest: sent.fileAccessRequest ?? stored.fileAccessRequest,
  });
}

/**
 * Adds what a description in JSON-LD says to the draft, or replaces by it what the draft says of the same; the draft is made if there
 * is none. Without `replace` a field that takes one value and has one is refused.
 * @throws DomainError BAD_USER_INPUT | PRECONDITION_FAILED | DATASET_METADATA_INVALID. Source: datasets.md 14.4.
 */
export const editSemanticMetadata = command({
  name: 'editSemanticMetadata',
  input: z.object({ ...inputShape, replace: z.boolean().nullish() }),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: (scope, subject, input): Promise<DescriptionEdit> =>
    editDescription(scope, subject, input, async (present) => {
      const replace = input.replace ?? false;
      const edits = descriptionEdits(present.sent, present.catalog);
      if (!replace) {
        const filled = [...edits.keys()].filter(
          ({ multiple, name }) => !multiple && findMetadataField(present.stored.metadata.value, name) !== undefined,
        );
        refuseDescription(filled.map((field) => ({ pointer: pointerTo('', fieldKey(field)), message: 'has a value already' })));
      }
      const metadata = mergeFields(present.stored.metadata.value, edits, present.catalog, replace);
      return { metadata, rights: await addRights(present, replace) };
    }),
});

/**
 * Removes the fields that a description in JSON-LD names, whatever their values, and the licence and terms whose values it has.
 * @throws DomainError BAD_USER_INPUT | PRECONDITION_FAILED | DATASET_METADATA_INVALID. Source: datasets.md 14.4.
 */
export const deleteSemanticMetadata = command({
  name: 'deleteSemanticMetadata',
  input: z.object(inputShape),
  subject: (scope, input) => lockDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: (scope, subject, input): Promise<DescriptionEdit> =>
    editDescription(scope, subject, input, async (present) => {
      const { stored, sent, catalog } = present;
      const named = sent.fields.flatMap(({ typeName, uri }) => {
        const definition = catalog.findField(typeName);
        return definition === undefined ? [] : [[definition, { field: null, pointer: pointerTo('', uri) }] as const];
      });
      const keys = [...TERMS_OF_USE_KEYS, ...TERMS_OF_ACCESS_KEYS].filter((key) => sent.terms[key] !== undefined);
      const licenseId = await requireLicense(present);
      refuseDescription([
        ...keys
          .filter((key) => stored.terms[key] !== sent.terms[key])
          .map((key) => ({ pointer: `/dvcore:${key}`, message: 'has another value' })),
        ...(licenseId !== null && licenseId !== stored.licenseId ? [{ pointer: '/schema:license', message: 'has another value' }] : []),
      ]);
      return {
        metadata: mergeFields(stored.metadata.value, new Map(named), catalog, true),
        rights: {
          licenseId: licenseId === null ? stored.licenseId : null,
          terms: without(stored.terms, keys),
          fileAccessRequest: stored.fileAccessRequest,
        },
      };
    }),
});

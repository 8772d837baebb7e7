import type { Queryable } from '../../db/client.ts';
import { findDefaultLicense } from '../../db/queries/installation/licenses.ts';
import type { VersionTerms } from '../../db/schema/dataset.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { findLicense } from '../installation/find-license.ts';
import { isJsonObject } from '../../model/metadata/field-reader.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../vocabulary/datasets.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { broken } from '../../errors/rules/broken.ts';

/** Licence, terms of use and terms of access of a version. */
export interface TermsOfVersion {
  readonly licenseId: number | null;
  readonly terms: VersionTerms;
  readonly fileAccessRequest: boolean;
}

/** Whether native JSON of a version says anything about terms. */
export function mentionsTerms(version: Readonly<Record<string, unknown>>): boolean {
  return ['license', 'fileAccessRequest', ...TERMS_OF_USE_KEYS, ...TERMS_OF_ACCESS_KEYS].some(
    (key) => version[key] !== undefined && version[key] !== null,
  );
}

function textsAt(version: Readonly<Record<string, unknown>>, keys: readonly (keyof VersionTerms)[]): VersionTerms {
  const found: VersionTerms = {};
  for (const key of keys) {
    const value = version[key];
    if (typeof value === 'string' && value.trim() !== '') found[key] = value;
  }
  return found;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

async function requireLicense(db: Queryable, license: unknown, pointer: string): Promise<number | null> {
  const sent = isJsonObject(license) ? license : { name: license };
  const named = [textOf(sent['uri']), textOf(sent['name'])].filter((text) => text !== undefined);
  if (named.length === 0) return null;
  for (const text of named) {
    const found = await findLicense(db, text);
    if (found?.active === true) return found.id;
  }
  throw new DomainError('BAD_USER_INPUT', `Error parsing Json: Invalid license: ${named.join(', ')}.`, {
    problems: [{ pointer, ...broken('NO_LICENSE') }],
  });
}

function hasTermsOfUse({ licenseId, terms }: Pick<TermsOfVersion, 'licenseId' | 'terms'>): boolean {
  return licenseId !== null || TERMS_OF_USE_KEYS.some((key) => terms[key] !== undefined);
}

/** The terms with the default licence of the installation where they have neither a licence nor terms of use. Source: decisions.md 30. */
export async function withDefaultLicense(db: Queryable, terms: TermsOfVersion): Promise<TermsOfVersion> {
  return hasTermsOfUse(terms) ? terms : { ...terms, licenseId: (await findDefaultLicense(db))?.id ?? null };
}

/**
 * Reads licence and terms from native JSON. A licence is given as name, URI or `{name, uri}`; custom terms count only
 * without one, and where they are allowed. Where neither is given, those of the `former` version stay, and the default licence steps in
 * where there are none. Source: datasets.md 4.1, decisions.md 30.
 * @throws DomainError BAD_USER_INPUT for an unknown or inactive licence.
 */
export async function readTerms(
  db: Queryable,
  services: DomainServices,
  version: Readonly<Record<string, unknown>>,
  fileAccessRequest: boolean,
  former?: TermsOfVersion,
): Promise<TermsOfVersion> {
  const access = textsAt(version, TERMS_OF_ACCESS_KEYS);
  const given =
    version['license'] === undefined || version['license'] === null ? null : await requireLicense(db, version['license'], '/license');
  if (given !== null) return { licenseId: given, terms: access, fileAccessRequest };
  const customAllowed = services.settings.get(':AllowCustomTermsOfUse') ?? true;
  const use = customAllowed ? textsAt(version, TERMS_OF_USE_KEYS) : {};
  const sent = { licenseId: null, terms: { ...use, ...access }, fileAccessRequest };
  if (former === undefined || hasTermsOfUse(sent)) return withDefaultLicense(db, sent);
  const { licenseId } = former;
  return withDefaultLicense(db, { licenseId, terms: { ...textsAt({ ...former.terms }, TERMS_OF_USE_KEYS), ...access }, fileAccessRequest });
}

/**
 * Refuses restricted files for which access cannot be requested.
 * @throws DomainError DATASET_TERMS_INVALID. Source: files.md 6.
 */
export function requireAccessTerms(
  terms: { readonly terms: VersionTerms; readonly fileAccessRequest: boolean },
  restrictedFiles: boolean,
): void {
  if (!restrictedFiles || terms.fileAccessRequest || (terms.terms.termsOfAccess ?? '') !== '') return;
  const { message, rule } = broken('ACCESS_TERMS_NEEDED');
  throw new DomainError('DATASET_TERMS_INVALID', message, { rule });
}

/** Refuses to publish without a licence or terms of use. @throws DomainError DATASET_TERMS_INVALID */
export function requireTermsOfUse(terms: { readonly licenseId: number | null; readonly terms: VersionTerms }): void {
  if (terms.licenseId !== null || (terms.terms.termsOfUse ?? '') !== '') return;
  const { message, rule } = broken('TERMS_OF_USE_NEEDED');
  throw new DomainError('DATASET_TERMS_INVALID', message, { rule });
}

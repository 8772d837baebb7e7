import type { VersionFacts } from '../../db/queries/versions/versions.ts';
import type { VersionTerms } from '../../db/schema/dataset.ts';

/** A term that differs between two versions. */
export interface TermChange {
  /** As in the version's record. */
  readonly key: string;
  readonly label: string;
  /** Empty when it was not set. */
  readonly oldValue: string;
  readonly newValue: string;
}

const LABELS = {
  termsOfUse: 'Terms of Use',
  confidentialityDeclaration: 'Confidentiality Declaration',
  specialPermissions: 'Special Permissions',
  restrictions: 'Restrictions',
  citationRequirements: 'Citation Requirements',
  depositorRequirements: 'Depositor Requirements',
  conditions: 'Conditions',
  disclaimer: 'Disclaimer',
  termsOfAccess: 'Terms of Access for Restricted Files',
  dataAccessPlace: 'Data Access Place',
  originalArchive: 'Original Archive',
  availabilityStatus: 'Availability Status',
  contactForAccess: 'Contact for Access',
  sizeOfCollection: 'Size of Collection',
  studyCompletion: 'Study Completion',
} as const satisfies Record<keyof VersionTerms, string>;

function textsOf({ license, terms, fileAccessRequest }: VersionFacts): readonly TermChange[] {
  const text = (key: string, label: string, value: string): TermChange => ({ key, label, oldValue: value, newValue: value });
  return [
    text('license', 'License', license?.name ?? ''),
    ...Object.entries<string>(LABELS).map(([key, label]) => text(key, label, new Map(Object.entries<string>(terms)).get(key) ?? '')),
    text('fileAccessRequest', 'Request Access', String(fileAccessRequest)),
  ];
}

/** Licence and terms that differ between two versions. Source: datasets.md 14.5. */
export function diffTerms(from: VersionFacts, to: VersionFacts): TermChange[] {
  const news = textsOf(to);
  return textsOf(from)
    .map((old, index) => ({ ...old, newValue: news[index]?.newValue ?? '' }))
    .filter(({ oldValue, newValue }) => oldValue !== newValue);
}

import { describe, expect, test } from 'vitest';
import { type LockRule, refuseLocked } from '../../../src/kernel/locks.ts';
import { DomainError } from '../../../src/errors/domain-error.ts';
import { permissionBit } from '../../../src/permission-set.ts';
import { LOCK_TYPES, type LockType } from '../../../src/vocabulary/datasets.ts';

const PUBLISHER = permissionBit('PublishDataset') | permissionBit('EditDataset');
const EDITOR = permissionBit('EditDataset');

function refusal(lockTypes: readonly LockType[], rule: LockRule, permissions: number, message: string | null = null): string | null {
  const locks = lockTypes.map((lockType, position) => ({
    id: position + 1,
    lockType,
    message,
    createdAt: new Date(0),
    userName: 'someone',
    datasetPersistentId: 'doi:10.5072/FK2/ABCDEF',
  }));
  try {
    refuseLocked(locks, rule, permissions);
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'DATASET_LOCKED') return error.message;
    throw error;
  }
}

/** The blocking table of the contract: which single lock refuses what, to an editor and to a publisher. Source: datasets.md 11.3. */
const BLOCKED: Readonly<Record<LockRule, Readonly<Record<LockType, readonly [editor: boolean, publisher: boolean]>>>> = {
  edit: {
    Ingest: [false, false],
    Workflow: [true, true],
    InReview: [true, false],
    DcmUpload: [true, true],
    GlobusUpload: [true, true],
    finalizePublication: [true, true],
    EditInProgress: [true, true],
    FileValidationFailed: [true, true],
    pidRegister: [true, true],
  },
  publish: {
    Ingest: [true, true],
    Workflow: [true, true],
    InReview: [false, false],
    DcmUpload: [false, false],
    GlobusUpload: [false, false],
    finalizePublication: [true, true],
    EditInProgress: [true, true],
    FileValidationFailed: [true, true],
    pidRegister: [false, false],
  },
  delete: {
    Ingest: [true, true],
    Workflow: [true, true],
    InReview: [true, false],
    DcmUpload: [true, true],
    GlobusUpload: [true, true],
    finalizePublication: [true, true],
    EditInProgress: [true, true],
    FileValidationFailed: [true, true],
    pidRegister: [true, true],
  },
  review: {
    Ingest: [false, false],
    Workflow: [true, true],
    InReview: [false, false],
    DcmUpload: [false, false],
    GlobusUpload: [false, false],
    finalizePublication: [false, false],
    EditInProgress: [false, false],
    FileValidationFailed: [false, false],
    pidRegister: [false, false],
  },
};

const rules = ['edit', 'publish', 'delete', 'review'] as const;

describe('locks', () => {
  test.each(rules.flatMap((rule) => LOCK_TYPES.map((lockType) => ({ rule, lockType }))))(
    '$lockType alone on $rule',
    ({ rule, lockType }) => {
      const [editor, publisher] = BLOCKED[rule][lockType];
      expect(refusal([lockType], rule, EDITOR) !== null).toBe(editor);
      expect(refusal([lockType], rule, PUBLISHER) !== null).toBe(publisher);
    },
  );

  test('none refuses nothing', () => {
    for (const rule of rules) expect(refusal([], rule, 0)).toBeNull();
  });

  test('an ingest lock refuses an edit beside any other lock, in either order', () => {
    for (const other of LOCK_TYPES.filter((lockType) => lockType !== 'Ingest')) {
      expect(refusal(['Ingest', other], 'edit', PUBLISHER), other).not.toBeNull();
      expect(refusal([other, 'Ingest'], 'edit', PUBLISHER), other).not.toBeNull();
    }
  });

  test('one refusing lock among others is enough', () => {
    expect(refusal(['InReview', 'DcmUpload', 'Workflow'], 'publish', PUBLISHER)).not.toBeNull();
    expect(refusal(['InReview', 'DcmUpload', 'GlobusUpload', 'pidRegister'], 'publish', EDITOR)).toBeNull();
  });

  test('the messages are those that clients look for', () => {
    expect(refusal(['Workflow'], 'edit', EDITOR)).toBe('Dataset cannot be edited due to dataset lock.');
    expect(refusal(['InReview'], 'edit', EDITOR)).toBe('Dataset cannot be edited due to In Review dataset lock.');
    expect(refusal(['finalizePublication'], 'publish', EDITOR)).toBe('This dataset is locked. Reason: finalizePublication.');
    expect(refusal(['Ingest'], 'publish', EDITOR, 'reading a table')).toBe('This dataset is locked. Reason: Ingest: reading a table.');
  });
});

import { describe, expect, test } from 'vitest';
import { admitToken, scopeOfCommand, scopeOfQuery } from '../../../src/kernel/token-scope.ts';
import { accountActor } from '../../../src/kernel/actor.ts';
import { TOKEN_SCOPES, type TokenScope } from '../../../src/vocabulary/access.ts';
import { readGateRules } from '../../../tools/command-rules.ts';

const rules = await readGateRules();
/** What a bulk job reads, its token may read one by one; the rest is the account's own bookkeeping. */
const BULK_READING = ['beginBulkQuery', 'cancelBulkJob', 'deleteBulkJob', 'revokeBulkResult'];

describe('the scope of an operation', () => {
  test('is administering for what accounts do with themselves, unless a command says otherwise', () => {
    const own = rules.filter(({ kind, requires }) => kind === 'command' && requires.every((one) => one === 'LoggedIn'));
    const others = own.filter(({ tokenScope }) => tokenScope !== 'ADMINISTER');
    expect(others.map(({ name, tokenScope }) => [name, tokenScope])).toEqual(
      expect.arrayContaining([
        ['requestFileAccess', 'DEPOSIT'],
        ['storeBulkMutation', 'DEPOSIT'],
        ...BULK_READING.map((name) => [name, 'READ']),
      ]),
    );
    expect(others).toHaveLength(2 + BULK_READING.length);
    expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(['createToken', 'recreateOwnToken', 'muteNotifications']));
  });

  test('is never only reading, where something is written, but for the answers that a download asks for', () => {
    const written = rules.filter(({ kind, tokenScope }) => kind === 'command' && tokenScope === 'READ');
    expect(written.map(({ name }) => name)).toEqual(expect.arrayContaining(['storeGuestbookResponses', ...BULK_READING]));
    expect(written).toHaveLength(1 + BULK_READING.length);
  });

  test('is administering for all that superusers and administrators alone may do', () => {
    const theirs = rules.filter(({ requires }) => requires.some((one) => one === 'Superuser' || one === 'AdminGate'));
    expect(theirs.filter(({ tokenScope }) => tokenScope !== 'ADMINISTER').map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ['createDataset', 'DEPOSIT'],
    ['addFile', 'DEPOSIT'],
    ['editDatasetMetadata', 'DEPOSIT'],
    ['beginUpload', 'DEPOSIT'],
    ['admitUploadPart', 'DEPOSIT'],
    ['publishDataset', 'CURATE'],
    ['assignRole', 'CURATE'],
    ['createToken', 'ADMINISTER'],
    ['destroyDataset', 'ADMINISTER'],
    ['mergeAccounts', 'ADMINISTER'],
  ] as const)('of %s is %s', (name, scope) => {
    expect(rules.find((one) => one.name === name)).toMatchObject({ tokenScope: scope });
  });

  test('is the largest of several requirements', () => {
    expect(scopeOfCommand(['EditDataset', 'PublishDataset'])).toBe('CURATE');
    expect(scopeOfCommand(['ManageCollectionPermissions', 'Superuser'])).toBe('ADMINISTER');
    expect(scopeOfCommand(['LoggedIn', 'EditDataset'])).toBe('DEPOSIT');
    expect(scopeOfCommand(['LoggedIn'])).toBe('ADMINISTER');
    expect(scopeOfQuery(['depends'])).toBe('READ');
  });
});

describe('a token', () => {
  const actorWith = (scopes: readonly TokenScope[] | undefined) =>
    accountActor(
      { id: 1, userName: 'anna', superuser: false },
      { passesAdminGate: false, token: scopes && { scopes, collectionId: null } },
    );
  const admitted = (scopes: readonly TokenScope[] | undefined) =>
    TOKEN_SCOPES.filter((scope) => {
      try {
        admitToken(actorWith(scopes), scope);
        return true;
      } catch {
        return false;
      }
    });

  test.each([
    [undefined, TOKEN_SCOPES],
    [['READ'], ['READ']],
    [['DEPOSIT'], ['READ', 'DEPOSIT']],
    [['CURATE'], ['READ', 'CURATE']],
    [
      ['DEPOSIT', 'CURATE'],
      ['READ', 'DEPOSIT', 'CURATE'],
    ],
    [['ADMINISTER'], TOKEN_SCOPES],
  ] as const)('with the scopes %j may %j', (scopes, wanted) => {
    expect(admitted(scopes)).toEqual(wanted);
  });
});

import { describe, expect, test } from 'vitest';
import { parseAssignee } from '../../../src/domain/access/roles/assignee-name.ts';

describe('a role assignee identifier', () => {
  test.each([':guest', ':authenticated-users', ':AllUsers'])('%s is built in and has a title', (identifier) => {
    expect(parseAssignee(identifier)).toMatchObject({ kind: 'BuiltIn', identifier, title: expect.stringMatching(/^[A-Z]/) });
  });

  test('of a user is the rest behind the sign, whatever its case', () => {
    expect(parseAssignee('@Uma.T-1_x')).toEqual({ kind: 'User', userName: 'Uma.T-1_x' });
  });

  test.each([
    ['#7', '#7'],
    ['!7', '#7'],
    ['#007', '#7'],
    ['#0', '#0'],
    ['!000', '#0'],
    ['#999999999999999999', '#999999999999999999'],
  ])('%s is the private-URL user %s', (identifier, canonical) => {
    expect(parseAssignee(identifier)).toEqual({ kind: 'PrivateUrlUser', identifier: canonical, title: 'Private URL' });
  });

  test.each([
    ['&explicit/7-ccs', { ownerId: 7, alias: 'ccs' }],
    ['&explicit/2147483647-7-a_B', { ownerId: 2_147_483_647, alias: '7-a_B' }],
  ])('%s names an explicit group', (identifier, group) => {
    expect(parseAssignee(identifier)).toEqual({ kind: 'ExplicitGroup', group });
  });

  test.each([
    ['&ip/lab', 'IpGroup', '&ip/lab', 'lab'],
    ['&ip/a/b', 'IpGroup', '&ip/a/b', 'a/b'],
    ['&mail/students', 'MailDomainGroup', '&mail/students', 'students'],
    ['&maildomain/students', 'MailDomainGroup', '&mail/students', 'students'],
  ])('%s names a group of the installation', (identifier, kind, canonical, alias) => {
    expect(parseAssignee(identifier)).toEqual({ kind, identifier: canonical, alias });
  });

  test.each([
    '',
    ' ',
    '@',
    '#',
    '!',
    '#x',
    '#-1',
    '#1.5',
    '#9999999999999999999',
    'plain',
    ' @uma',
    ':Guest',
    ':allusers',
    ':root',
    '&',
    '&ip',
    '&ip/',
    '&IP/lab',
    '&mail/',
    '&shib/1',
    '&builtIn/all-users',
    '&explicit/ccs',
    '&explicit/-ccs',
    '&explicit/7-',
    '&explicit/07-ccs',
    '&explicit/2147483648-ccs',
    '&explicit/7-c cs',
    '&explicit/7-ccs\n',
  ])('%j names no assignee', (identifier) => {
    expect(parseAssignee(identifier)).toBeUndefined();
  });
});

import { expect, test } from 'vitest';
import { accessStatusOf } from '../../../src/domain/files/access-status.ts';

test.each([
  ['Public', false, false, false],
  ['Restricted', true, false, false],
  ['EmbargoedThenPublic', false, true, false],
  ['EmbargoedThenRestricted', true, true, false],
  ['RetentionPeriodExpired', true, true, true],
  ['RetentionPeriodExpired', false, false, true],
])('%s: restricted %s, embargoed %s, retention over %s', (status, restricted, embargoed, retentionOver) => {
  expect(accessStatusOf({ restricted, embargoed, retentionOver })).toBe(status);
});

/** From which addresses workflows may be resumed. Source: users-admin.md 14.3, 14.5. */
import { z } from 'zod';
import { deleteSettings, upsertSettings } from '../../../db/queries/installation/settings.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { SettingsSource } from '../../../kernel/ports/settings-source.ts';
import { command, query } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { parseAddress } from '../../../network-address.ts';
import { announceSettings } from '../../installation/settings-commands.ts';

const KEY = { name: ':WorkflowsAdminIpWhitelist', language: '' };
/** This machine. */
const DEFAULT_ADDRESSES = ['127.0.0.1', '::1'];
const MOST_ADDRESSES = 1000;

/** The addresses that count, as an administrator wrote them. */
function addressesOf(settings: SettingsSource): readonly string[] {
  const stored = settings.get(':WorkflowsAdminIpWhitelist');
  return stored === undefined || stored.length === 0 ? DEFAULT_ADDRESSES : stored;
}

/** Whether messages are taken from an address in canonical form. */
export function mayResume(settings: SettingsSource, address: string | undefined): boolean {
  return address !== undefined && addressesOf(settings).some((entry) => parseAddress(entry) === address);
}

/** Replaces the addresses; they count at once. @throws DomainError WORKFLOW_ADDRESSES_INVALID naming each that is none. */
export const setResumeAddresses = command({
  name: 'setResumeAddresses',
  input: z.object({
    addresses: z
      .array(z.string())
      .min(1, 'must hold at least one address')
      .max(MOST_ADDRESSES, `must not hold more than ${MOST_ADDRESSES}`)
      .readonly(),
  }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { addresses }): Promise<readonly string[]> => {
    const problems = addresses.flatMap((address, at) =>
      parseAddress(address) === undefined ? [{ pointer: `/addresses/${at}`, message: `${JSON.stringify(address)} is no IP address` }] : [],
    );
    if (problems.length > 0) {
      const listed = problems.map(({ message }) => message).join(', ');
      throw new DomainError('WORKFLOW_ADDRESSES_INVALID', `Nothing was changed: ${listed}.`, { problems });
    }
    await upsertSettings(scope.tx, [{ ...KEY, value: addresses.join(';') }]);
    await announceSettings(scope);
    scope.note({ addresses });
    return addresses;
  },
});

/** Lets this machine alone resume workflows again. */
export const resetResumeAddresses = command({
  name: 'resetResumeAddresses',
  input: z.object({}),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope): Promise<readonly string[]> => {
    await deleteSettings(scope.tx, [KEY]);
    await announceSettings(scope);
    return DEFAULT_ADDRESSES;
  },
});

/** The addresses that count. */
export const listResumeAddresses = query({
  name: 'listResumeAddresses',
  subject: noSubject,
  requires: 'AdminGate',
  run: (context): readonly string[] => addressesOf(context.services.settings),
});

import { expect } from 'vitest';
import { uniqueName } from '../../support/seed.ts';
import { validatorsFolder, writeValidator } from '../../support/validator-program.ts';
import type { CaseRequest, ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';

const DATASETS = ':DatasetMetadataValidatorScript';
const COLLECTIONS = ':CollectionMetadataValidatorScript';
const SAID = 'The committee says no.';

/** Sets the program that judges one kind of metadata, and what is said of those it refuses. */
async function judgedBy({ server, callers }: ContractWorld, setting: string, script: string, message?: string): Promise<void> {
  const path = await writeValidator(validatorsFolder(server.dataDir), uniqueName('program'), script);
  const put = async (name: string, raw: string) => {
    const answer = await callers.superuser.rest.send(`/api/admin/settings/${name}`, { method: 'PUT', raw });
    if (answer.status !== 200) throw new Error(answer.body);
  };
  await put(setting, path);
  if (message !== undefined) await put(message, SAID);
}

const restore = async ({ callers }: ContractWorld): Promise<void> => {
  const names = [DATASETS, COLLECTIONS, ':ExternalValidationAdminOverride', ':DatasetMetadataValidationFailureMsg'];
  const messages = [':CollectionMetadataPublishValidationFailureMsg', ':CollectionMetadataUpdateValidationFailureMsg'];
  for (const name of [...names, ...messages]) await callers.superuser.rest.delete(`/api/admin/settings/${name}`);
};

interface Judged {
  readonly row: string;
  readonly setting: string;
  readonly message: string;
  readonly request: (world: ContractWorld) => Promise<CaseRequest>;
}

/** Whatever a program is asked before. Source: users-admin.md 10.4, collections.md 5.16, datasets.md 7.1. */
const judged: readonly Judged[] = [
  ...(['major', 'minor'] as const).map((type) => ({
    row: 'datasets.publish',
    setting: DATASETS,
    message: ':DatasetMetadataValidationFailureMsg',
    request: async ({ fresh }: ContractWorld) => ({ path: [(await fresh.edited()).id], query: { type } }),
  })),
  {
    row: 'collections.publish',
    setting: COLLECTIONS,
    message: ':CollectionMetadataPublishValidationFailureMsg',
    request: async ({ fresh }) => ({ path: [(await fresh.collection(false)).alias] }),
  },
  {
    row: 'collections.update',
    setting: COLLECTIONS,
    message: ':CollectionMetadataUpdateValidationFailureMsg',
    request: async ({ fresh }) => ({ path: [(await fresh.collection()).alias], json: { name: 'Renamed' } }),
  },
  {
    row: 'collections.attribute',
    setting: COLLECTIONS,
    message: ':CollectionMetadataUpdateValidationFailureMsg',
    request: async ({ fresh }) => ({ path: [(await fresh.collection()).alias, 'name'], query: { value: 'Renamed' } }),
  },
];

const judgedCases = judged.flatMap(({ row, setting, message, request }, index): ContractCase[] => {
  const given = (script: string, text?: string) => async (world: ContractWorld) => {
    const asked = await request(world);
    await judgedBy(world, setting, script, text);
    return asked;
  };
  const which = index === 1 ? ' minor' : '';
  return [
    {
      row,
      shows: `is refused with the message of the installation when a program does not approve of the${which} metadata`,
      as: 'owner',
      given: given('exit 1', message),
      status: 403,
      errorCode: 'EXTERNAL_VALIDATION_FAILED',
      message: SAID,
      restore,
    },
    {
      row,
      shows: `takes place when a program approves of the${which} metadata`,
      as: 'owner',
      given: given('test -s "$1"'),
      status: 200,
      restore,
    },
    {
      row,
      shows: `does not take place when the program for the${which} metadata is ended`,
      as: 'owner',
      given: given('kill -9 $$'),
      status: 503,
      errorCode: 'EXTERNAL_VALIDATION_UNAVAILABLE',
      restore,
    },
  ];
});

const others: readonly ContractCase[] = [
  {
    row: 'collections.publish',
    shows: 'is refused to a superuser too by a program, in words of its own without a message of the installation',
    as: 'superuser',
    given: async (world) => {
      const { alias } = await world.fresh.collection(false);
      await judgedBy(world, COLLECTIONS, 'exit 1');
      return { path: [alias] };
    },
    status: 403,
    errorCode: 'EXTERNAL_VALIDATION_FAILED',
    message: /not approved/,
    restore,
  },
  {
    row: 'collections.publish',
    shows: 'asks no program for a superuser where superusers pass',
    as: 'superuser',
    given: async (world) => {
      const { alias } = await world.fresh.collection(false);
      await judgedBy(world, COLLECTIONS, 'exit 1');
      await world.callers.superuser.rest.send('/api/admin/settings/:ExternalValidationAdminOverride', { method: 'PUT', raw: 'true' });
      return { path: [alias] };
    },
    status: 200,
    restore,
  },
  {
    row: 'collections.publish',
    shows: 'asks a program for others where superusers pass',
    as: 'owner',
    given: async (world) => {
      const { alias } = await world.fresh.collection(false);
      await judgedBy(world, COLLECTIONS, 'exit 1');
      await world.callers.superuser.rest.send('/api/admin/settings/:ExternalValidationAdminOverride', { method: 'PUT', raw: 'true' });
      return { path: [alias] };
    },
    status: 403,
    errorCode: 'EXTERNAL_VALIDATION_FAILED',
    restore,
  },
  {
    row: 'datasets.publish',
    shows: 'asks a program before a draft is folded into its version',
    as: 'superuser',
    given: async (world) => {
      const { id } = await world.fresh.edited();
      await judgedBy(world, DATASETS, 'exit 1');
      return { path: [id], query: { type: 'updatecurrent' } };
    },
    status: 403,
    errorCode: 'EXTERNAL_VALIDATION_FAILED',
    restore,
  },
  ...['/bin/sh', 'relative/program', 'program', '../validators/x'].map((raw): ContractCase => ({
    row: 'admin.settings.put',
    shows: `runs no program but those of the operator's folder: not ${raw}`,
    as: 'superuser',
    given: () => ({ path: [DATASETS], raw }),
    status: 400,
    errorCode: 'SETTING_INVALID',
    message: /must be the absolute path/,
  })),
  {
    row: 'admin.settings.put',
    shows: 'refuses a program that is not there',
    as: 'superuser',
    given: ({ server }) => ({ path: [COLLECTIONS], raw: `${validatorsFolder(server.dataDir)}/missing` }),
    status: 400,
    errorCode: 'SETTING_INVALID',
    message: /not a file that the server may execute/,
  },
  {
    row: 'admin.settings.replace',
    shows: 'refuses a program outside the operator\u2019s folder, and changes nothing',
    as: 'superuser',
    given: () => ({ json: { ':FooterCopyright': 'x', [DATASETS]: '/bin/sh' } }),
    status: 400,
    errorCode: 'SETTING_INVALID',
    holds: async (answer, _world, caller) => {
      expect(answer.at('errors')).toEqual([{ pointer: `/${DATASETS}`, message: expect.stringContaining('METADATA_VALIDATORS_DIR') }]);
      expect((await caller.rest.get(`/api/admin/settings/${DATASETS}`)).status).toBe(404);
    },
  },
];

/** What programs of the operator have a say in. */
export const externalValidationCases: readonly ContractCase[] = [...judgedCases, ...others];

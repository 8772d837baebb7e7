import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import { insertMembers } from '../../../src/db/queries/access/group-members.ts';
import { insertGroup } from '../../../src/db/queries/access/groups.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import type { Requirement } from '../../../src/kernel/command.ts';
import { createDataset } from '../../../src/domain/datasets/creation/create-dataset.ts';
import { createCollectionRole, createGlobalRole } from '../../../src/domain/access/roles/create-role.ts';
import { issueApiToken } from '../../../src/kernel/api-token.ts';
import { authenticate } from '../../../src/domain/access/accounts/authenticate.ts';
import { updateDraft } from '../../../src/domain/versions/update-draft.ts';
import { createRequestContext } from '../../../src/request-context.ts';
import { GUEST_PERMISSIONS, PERMISSIONS, type Permission } from '../../../src/vocabulary/access.ts';
import { readGateRules } from '../../../tools/command-rules.ts';
import { type DomainWorld, guest, outcome, startDomainWorld, versionBody } from './domain-world.ts';
import { accountGates } from './gate-cases/account-gates.ts';
import { administrationGates } from './gate-cases/administration-gates.ts';
import { operatingGates } from './gate-cases/operating-gates.ts';
import { bulkGates } from './gate-cases/bulk-gates.ts';
import { collectionGates } from './gate-cases/collection-gates.ts';
import { datasetGates } from './gate-cases/dataset-gates.ts';
import { eventGates } from './gate-cases/event-gates.ts';
import { exportGates } from './gate-cases/export-gates.ts';
import { externalToolGates } from './gate-cases/external-tool-gates.ts';
import { featuredItemGates } from './gate-cases/featured-item-gates.ts';
import { fileGates } from './gate-cases/file-gates.ts';
import { freshAlias, type GateCase, type GateTable, type GateTarget } from './gate-cases/gate-case.ts';
import { guestbookGates } from './gate-cases/guestbook-gates.ts';
import { groupGates } from './gate-cases/group-gates.ts';
import { harvestingGates } from './gate-cases/harvesting-gates.ts';
import { importGates } from './gate-cases/import-gates.ts';
import { installationGates } from './gate-cases/installation-gates.ts';
import { integrityGates } from './gate-cases/integrity-gates.ts';
import { metricGates } from './gate-cases/metric-gates.ts';
import { notificationGates } from './gate-cases/notification-gates.ts';
import { providerGates } from './gate-cases/provider-gates.ts';
import { roleGates } from './gate-cases/role-gates.ts';
import { searchGates } from './gate-cases/search-gates.ts';
import { signInGates } from './gate-cases/sign-in-gates.ts';
import { workflowGates } from './gate-cases/workflow-gates.ts';
import { templateGates } from './gate-cases/template-gates.ts';
import { uploadGates } from './gate-cases/upload-gates.ts';
import { ROLE_TABLE } from './role-table.ts';

/** Every command and guarded read, by area. */
const TABLES: Readonly<Record<string, GateTable>> = {
  bulkGates,
  operatingGates,
  collectionGates,
  datasetGates,
  uploadGates,
  fileGates,
  groupGates,
  roleGates,
  signInGates,
  installationGates,
  importGates,
  metricGates,
  notificationGates,
  eventGates,
  providerGates,
  workflowGates,
  accountGates,
  exportGates,
  harvestingGates,
  searchGates,
  integrityGates,
  externalToolGates,
  guestbookGates,
  featuredItemGates,
  templateGates,
  administrationGates,
};

/** A user with one role on the collection, or with none. */
interface Kind {
  readonly name: string;
  readonly roleAlias: string | null;
  readonly held: readonly Permission[];
  readonly superuser?: boolean;
  readonly guest?: boolean;
  /** The role is given to a group that contains a group that the user is in. */
  readonly throughGroups?: boolean;
}

const KINDS: readonly Kind[] = [
  { name: 'a guest whom :guest makes an admin', roleAlias: 'admin', held: GUEST_PERMISSIONS, guest: true },
  { name: 'a user without a role', roleAlias: null, held: [] },
  ...Object.entries(ROLE_TABLE).map(([roleAlias, held]) => ({ name: `a user with the role ${roleAlias}`, roleAlias, held })),
  ...PERMISSIONS.map((permission, index) => ({ name: `a user with ${permission} alone`, roleAlias: `only-${index}`, held: [permission] })),
  { name: 'a curator through two groups', roleAlias: 'curator', held: ROLE_TABLE['curator'] ?? [], throughGroups: true },
  { name: 'a superuser', roleAlias: null, held: PERMISSIONS, superuser: true },
];

const REFUSALS: readonly string[] = ['PERMISSION_DENIED', 'AUTHENTICATION_REQUIRED', 'SUPERUSER_REQUIRED', 'ADMIN_API_REFUSED'];
const PASSED = 'passes';

/** What the gate answers; undefined where it lets the caller pass. Source: decisions.md 3, 23, 26. */
function refusalOf({ superuser = false, guest: isGuest = false, held }: Kind, requirement: Requirement): string | undefined {
  if (superuser || requirement === 'Public') return undefined;
  if (requirement === 'LoggedIn') return isGuest ? 'AUTHENTICATION_REQUIRED' : undefined;
  if (requirement === 'Superuser') return isGuest ? 'AUTHENTICATION_REQUIRED' : 'SUPERUSER_REQUIRED';
  if (requirement === 'AdminGate') return isGuest ? 'AUTHENTICATION_REQUIRED' : 'ADMIN_API_REFUSED';
  return held.includes(requirement) ? undefined : 'PERMISSION_DENIED';
}

function expected(kind: Kind, { requires, orElse }: GateCase, target: GateTarget): string {
  if (orElse !== undefined && refusalOf(kind, orElse) === undefined) return PASSED;
  const all = typeof requires === 'function' ? [requires(target)] : [requires].flat();
  return all.map((requirement) => refusalOf(kind, requirement)).find((refusal) => refusal !== undefined) ?? PASSED;
}

/** The same database, whose transactions are rolled back once their work is done. */
function takenBack(db: Database): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    const done: { result: Awaited<ReturnType<typeof work>> }[] = [];
    const end = new Error('All is done, and is taken back.');
    await db
      .transaction(async (tx) => {
        done.push({ result: await work(tx) });
        throw end;
      }, config)
      .catch((error: unknown) => {
        if (error !== end) throw error;
      });
    const [first] = done;
    if (first === undefined) throw new Error('The work was not done.');
    return first.result;
  };
  return Object.assign(Object.create(db) as Database, { transaction });
}

describe('the gate of every command and guarded read', () => {
  let world: DomainWorld;
  const actors = new Map<string, Actor>();
  let assignments: readonly { readonly assignee: string; readonly roleAlias: string }[] = [];

  beforeAll(async () => {
    world = await startDomainWorld();
    const admin = world.as(world.superuser);
    for (const [index, permission] of PERMISSIONS.entries()) {
      await createGlobalRole(admin, { alias: `only-${index}`, name: permission, permissions: [permission] });
    }
    await createGlobalRole(admin, { alias: 'powerless', name: 'Powerless' });
    await world.createUser('admin2');
    const given: { assignee: string; roleAlias: string }[] = [];
    for (const [index, { name, roleAlias, superuser = false, guest: isGuest = false, throughGroups = false }] of KINDS.entries()) {
      const account = isGuest ? guest : superuser ? world.superuser : await world.createUser(`kind${index}`);
      const through = throughGroups ? await nestedGroup(account) : account.identifier;
      actors.set(name, isGuest || superuser ? account : await authenticated(account));
      if (roleAlias !== null) given.push({ assignee: isGuest ? ':guest' : through, roleAlias });
    }
    assignments = given;
  });
  afterAll(async () => world.stop());

  /** A group of the root that contains another one with the user in it; its identifier. */
  async function nestedGroup({ account }: Actor): Promise<string> {
    const inner = await insertGroup(world.db, { ownerId: world.rootId, alias: 'inner', displayName: 'Inner', description: null });
    const outer = await insertGroup(world.db, { ownerId: world.rootId, alias: 'outer', displayName: 'Outer', description: null });
    await insertMembers(world.db, inner?.id ?? 0, { userAccountIds: [account?.id ?? 0], groupIds: [], assignees: [] });
    await insertMembers(world.db, outer?.id ?? 0, { userAccountIds: [], groupIds: [inner?.id ?? 0], assignees: [] });
    return `&explicit/${world.rootId}-outer`;
  }

  async function authenticated({ account }: Actor): Promise<Actor> {
    const token = await issueApiToken(world.db, account?.id ?? 0);
    const credentials = { token, clientAddress: undefined, fromLocalhost: false, unblockKey: undefined };
    return authenticate(world.db, credentials, {
      gate: 'superuser',
      unblockKey: undefined,
      groups: world.server.application.services.groups,
      bearer: world.server.application.services,
    });
  }

  async function makeTarget(published: boolean): Promise<GateTarget> {
    const admin = world.as(world.superuser);
    const collectionId = await world.createCollection(freshAlias(), { published });
    await world.sql`
      insert into role_assignment (assignee, role_id, definition_point_id, effective_node_id)
      select given.assignee, r.id, ${collectionId}, ${collectionId}
      from unnest(${assignments.map(({ assignee }) => assignee)}::text[], ${assignments.map(({ roleAlias }) => roleAlias)}::text[]) given(assignee, alias)
      inner join role r on r.alias = given.alias`;
    const datasetVersion = versionBody('Tides', { license: 'CC0 1.0', fileAccessRequest: true });
    const { id: datasetId } = await createDataset(admin, { collection: { id: collectionId }, datasetVersion });
    const fileId = await world.addFile(datasetId, 'a.txt', { restrict: published });
    if (published) {
      await world.publish(datasetId);
      await updateDraft(admin, { dataset: { id: datasetId }, datasetVersion: { ...datasetVersion, versionNote: 'Draft' } });
    }
    const groupAlias = freshAlias();
    const group = await insertGroup(world.db, { ownerId: collectionId, alias: groupAlias, displayName: 'Group', description: null });
    const { id: roleId } = await createCollectionRole(admin, { alias: freshAlias(), name: 'Role', collection: { id: collectionId } });
    const [row] = await world.sql<{ versionId: number; assignmentId: number; otherCollectionId: number }[]>`
      select (select id from dataset_version where dataset_id = ${datasetId} order by ordinal desc limit 1) as "versionId",
        (select id from role_assignment where definition_point_id = ${collectionId} and assignee = '@admin') as "assignmentId",
        (select id from collection where alias = 'other') as "otherCollectionId"`;
    if (row === undefined || group === undefined) throw new Error('The target is not complete.');
    return { ...row, collectionId, datasetId, fileId, groupAlias, groupId: group.id, roleId, published };
  }

  describe.each([false, true])('of what is published: %s', (published) => {
    let target: GateTarget;
    beforeAll(async () => {
      if (!published) await world.createCollection('other');
      target = await makeTarget(published);
    });

    test.each(Object.values(TABLES).flatMap((table) => Object.entries(table)))('%s', async (_name, gateCase) => {
      const answers: Record<string, string> = {};
      const wanted: Record<string, string> = {};
      for (const kind of KINDS) {
        const db = gateCase.changes === true ? takenBack(world.db) : world.db;
        const { services } = world.server.application;
        const context = createRequestContext({ db, services }, { actor: actors.get(kind.name) ?? guest, requestId: 'test' });
        const answer = await outcome(gateCase.run(context, target, world));
        answers[kind.name] = REFUSALS.includes(answer) ? answer : PASSED;
        wanted[kind.name] = expected(kind, gateCase, target);
      }
      expect(answers).toEqual(wanted);
    });
  });

  test('stands in these tables', async () => {
    const named = new Set(Object.values(TABLES).flatMap((table) => Object.keys(table).map((name) => name.split(' ')[0])));
    // Details of shown objects refuse no caller; test/architecture/gate.test.ts and test/unit/domain/detail.test.ts are about them.
    const rules = (await readGateRules()).filter(({ requires }) => !requires.includes('Shown'));
    expect(rules.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !rules.some((one) => one.name === name))).toEqual([]);
  });
});

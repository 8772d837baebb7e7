import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from './db/client.ts';
import { insertCollectionBlocks, insertCollectionFacets } from './db/queries/collections/collection-blocks.ts';
import { findCollection, insertCollection } from './db/queries/collections/collections.ts';
import { lockInstallation } from './db/queries/installation/installation.ts';
import { insertDatasetTypeUnlessTaken } from './db/queries/installation/dataset-types.ts';
import { insertLicenses } from './db/queries/installation/licenses.ts';
import { insertNode } from './db/queries/gate/nodes.ts';
import { findRoleByAlias, insertAssignment, insertRole, listGlobalRoles } from './db/queries/access/roles.ts';
import { findFirstSuperuser, type UserRow } from './db/queries/access/users.ts';
import { permissionMask } from './permission-set.ts';
import { ROOT_COLLECTION_ALIAS } from './vocabulary/collections.ts';
import { DEFAULT_DATASET_TYPE } from './vocabulary/datasets.ts';
import { installStandardBlocks } from './domain/metadata/install-blocks.ts';
import { loadBlockCatalog } from './domain/metadata/load-block-catalog.ts';
import { builtinRoles } from './domain/access/roles/builtin-roles.ts';
import { issueApiToken } from './kernel/api-token.ts';
import { storeBuiltinUser } from './domain/access/accounts/create-builtin-user.ts';
import { standardLicenses } from './domain/installation/standard-licenses.ts';

const ROOT_FACETS = ['authorName', 'subject', 'keywordValue', 'dateOfDeposit'];

/** Initial values of the first superuser and the root collection; the operator changes them. */
const FIRST_SUPERUSER = {
  userName: 'admin',
  firstName: 'Archivolt',
  lastName: 'Administrator',
  email: 'administrator@example.org',
};

/** Of the password that the first superuser is made with: as hard to guess as its token. */
const PASSWORD_BYTES = 18;

/** An operator may have changed a role, so existing ones are kept. */
async function insertMissingRoles(tx: Transaction): Promise<void> {
  const present = new Set((await listGlobalRoles(tx)).map(({ alias }) => alias));
  for (const { permissions, ...role } of builtinRoles) {
    if (!present.has(role.alias)) await insertRole(tx, { ...role, permissions: permissionMask(permissions) });
  }
}

async function createRootCollection(tx: Transaction, superuser: UserRow): Promise<void> {
  const catalog = await loadBlockCatalog(tx);
  const contributor = await findRoleByAlias(tx, 'contributor', []);
  const admin = await findRoleByAlias(tx, 'admin', []);
  const place = await insertNode(tx, {
    kind: 'COLLECTION',
    owner: null,
    creatorId: superuser.id,
    permissionRoot: true,
    publishedAt: new Date(),
  });
  await insertCollection(tx, {
    id: place.id,
    alias: ROOT_COLLECTION_ALIAS,
    name: 'Root',
    contactEmails: [superuser.email],
    metadataBlockRoot: true,
    facetRoot: true,
    defaultContributorRoleId: contributor?.id ?? null,
  });
  await insertCollectionBlocks(
    tx,
    place.id,
    catalog.blocks.filter(({ name }) => name === 'citation').map(({ id }) => id),
  );
  await insertCollectionFacets(
    tx,
    place.id,
    ROOT_FACETS.flatMap((name) => catalog.findField(name)?.id ?? []),
  );
  if (admin !== undefined) {
    await insertAssignment(tx, { assignee: `@${superuser.userName}`, roleId: admin.id, definitionPointId: place.id, assignedBy: null });
  }
}

/** What the first superuser signs in with, as far as it was made or set now. */
export interface SuperuserSecrets {
  readonly token: string | null;
  readonly password: string | null;
}

/**
 * Gives a database what every installation has: blocks, roles, licences, the first superuser, the root collection
 * (published: decisions.md 22). Does nothing where they are there. `fixedToken`, where given, becomes the first
 * superuser's token; else one is made with the superuser, as its password is. Null stands for what stays as it is.
 */
export async function install(
  db: Database,
  options: { readonly blocksDirectory: string; readonly fixedToken: string | undefined },
): Promise<SuperuserSecrets> {
  await installStandardBlocks(db, options.blocksDirectory);
  return db.transaction(async (tx) => {
    await lockInstallation(tx);
    await insertMissingRoles(tx);
    await insertLicenses(tx, standardLicenses);
    await insertDatasetTypeUnlessTaken(tx, DEFAULT_DATASET_TYPE);
    let secrets: SuperuserSecrets = { token: null, password: null };
    let superuser = await findFirstSuperuser(tx);
    if (superuser === undefined) {
      const password = randomBytes(PASSWORD_BYTES).toString('base64url');
      const created = await storeBuiltinUser(tx, { ...FIRST_SUPERUSER, password, superuser: true }, options.fixedToken);
      superuser = created.user;
      secrets = { token: created.apiToken, password };
    } else if (options.fixedToken !== undefined) {
      secrets = { token: await issueApiToken(tx, superuser.id, options.fixedToken), password: null };
    }
    if ((await findCollection(tx, { root: true }, [])) === undefined) await createRootCollection(tx, superuser);
    return secrets;
  });
}

/** Limits of named tokens, as the gate applies them. Reasons: docs/adr/0047-scopes-of-tokens.md */
import { isWithin } from '../db/queries/gate/nodes.ts';
import type { Queryable } from '../db/client.ts';
import { DomainError } from '../errors/domain-error.ts';
import { type Permission, TOKEN_SCOPES, type TokenScope } from '../vocabulary/access.ts';
import type { Actor } from './actor.ts';
import type { Requirement, RequirementList } from './authorize.ts';

/** The scope of a command that requires a permission: drafts are `DEPOSIT`; publication, structure and access are `CURATE`. */
const SCOPES: Readonly<Record<Permission, TokenScope>> = {
  ViewUnpublishedCollection: 'READ',
  ViewUnpublishedDataset: 'READ',
  DownloadFile: 'READ',
  AddDataset: 'DEPOSIT',
  EditDataset: 'DEPOSIT',
  DeleteDatasetDraft: 'DEPOSIT',
  AddCollection: 'CURATE',
  EditCollection: 'CURATE',
  DeleteCollection: 'CURATE',
  ManageCollectionPermissions: 'CURATE',
  ManageDatasetPermissions: 'CURATE',
  ManageFilePermissions: 'CURATE',
  PublishCollection: 'CURATE',
  PublishDataset: 'CURATE',
  LinkCollection: 'CURATE',
  LinkDataset: 'CURATE',
};

function scopeOf(requirement: Requirement | 'depends'): TokenScope | undefined {
  switch (requirement) {
    case 'Superuser':
    case 'AdminGate':
      return 'ADMINISTER';
    case 'Public':
    case 'LoggedIn':
    case 'depends':
      return undefined;
    default:
      return SCOPES[requirement];
  }
}

/** The scope that a command needs by its requirements, the largest of several; `ADMINISTER` where they do not determine it. */
export function scopeOfCommand(requires: RequirementList): TokenScope {
  const scopes = requires.map(scopeOf);
  return TOKEN_SCOPES.findLast((scope) => scopes.includes(scope)) ?? 'ADMINISTER';
}

/** The scope that a guarded read needs: `READ`, or `ADMINISTER` where only the administration may read. */
export function scopeOfQuery(requires: RequirementList): TokenScope {
  return requires.includes('Superuser') || requires.includes('AdminGate') ? 'ADMINISTER' : 'READ';
}

/** Refuses a token without the scope that an operation needs; every token may read. @throws DomainError TOKEN_SCOPE_EXCEEDED */
export function admitToken({ token }: Actor, scope: TokenScope): void {
  if (token === undefined || scope === 'READ' || token.scopes.includes('ADMINISTER') || token.scopes.includes(scope)) return;
  throw new DomainError('TOKEN_SCOPE_EXCEEDED', `This operation needs a token with the scope ${scope}.`);
}

/**
 * Refuses a command outside the collection of a confined token. Reads need no such check: permissions outside are not granted.
 * @throws DomainError TOKEN_SCOPE_EXCEEDED
 */
export async function confineToken({ token }: Actor, db: Queryable, nodeId: number | null): Promise<void> {
  const collectionId = token?.collectionId ?? null;
  if (collectionId === null || (nodeId !== null && (await isWithin(db, nodeId, collectionId)))) return;
  throw new DomainError(
    'TOKEN_SCOPE_EXCEEDED',
    'The token of this request is confined to one collection, and the operation is outside of it.',
  );
}

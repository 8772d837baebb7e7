import { z } from 'zod';
import { decideAccessRequest } from '../../db/queries/files/access-requests.ts';
import { refuseMoves } from '../../db/queries/collections/collection-moves.ts';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import { deleteAssignment, insertAssignment, listAssignmentsOn, type RoleRow } from '../../db/queries/access/roles.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, type LockingScope, type Scope } from '../../kernel/command.ts';
import { parseAssignee } from '../access/roles/assignee-name.ts';
import { requireRoleOn } from '../access/roles/give-role.ts';
import { requireAssignee, type RoleAssignee } from '../access/roles/role-assignee.ts';
import { type FileAccessSubject, lockFileAccess } from './file-access-subject.ts';

/** The role that allows downloading a restricted file. */
const DOWNLOADER = 'fileDownloader';

const decisionInput = z.object({ file: z.custom<FileKey>(), assignee: z.string() });

/** A file, and about whose access to it is decided. */
interface DecisionSubject extends FileAccessSubject {
  readonly assignee: RoleAssignee;
  readonly role: RoleRow;
}

async function loadDecision(scope: LockingScope, input: z.infer<typeof decisionInput>): Promise<DecisionSubject> {
  // The scope of a group's assignment depends on the places of both; moves lock in this order too.
  if (parseAssignee(input.assignee)?.kind === 'ExplicitGroup') await refuseMoves(scope.tx);
  const subject = await lockFileAccess(scope, input.file);
  const assignee = await requireAssignee(scope.tx, input.assignee);
  return { ...subject, assignee, role: await requireRoleOn(scope.tx, [], DOWNLOADER) };
}

/** Settles the open request of an account; false where there is none. */
async function settle({ tx }: Scope, { file, assignee }: DecisionSubject, state: 'GRANTED' | 'REJECTED'): Promise<boolean> {
  if (assignee.kind !== 'User') return false;
  return decideAccessRequest(tx, { dataFileId: file.id, userAccountId: assignee.userAccountId }, state);
}

function tell({ emit }: Scope, { file, assignee }: DecisionSubject, kind: 'FileAccessGranted' | 'FileAccessRejected'): void {
  const userAccountId = assignee.kind === 'User' ? assignee.userAccountId : null;
  emit({ kind, subjectId: file.id, payload: { assignee: assignee.identifier, userAccountId } });
}

/** Whose access to which file was decided about. */
export interface FileAccessDecision {
  readonly fileId: number;
  readonly assignee: RoleAssignee;
}

function decided({ file, assignee }: DecisionSubject): FileAccessDecision {
  return { fileId: file.id, assignee };
}

/**
 * Grants an assignee access to a file, requested or not: the role `fileDownloader` on it. Source: files.md 22.4.
 * @throws DomainError USER_DEACTIVATED | ROLE_ALREADY_GRANTED
 */
export const grantFileAccess = command({
  name: 'grantFileAccess',
  input: decisionInput,
  subject: loadDecision,
  requires: 'ManageFilePermissions',
  run: async (scope, subject): Promise<FileAccessDecision> => {
    const { tx, actor, note } = scope;
    const { file, assignee, role } = subject;
    if (assignee.kind === 'User' && assignee.deactivated) {
      throw new DomainError('USER_DEACTIVATED', `The account ${assignee.identifier} is deactivated.`);
    }
    const wasAsked = await settle(scope, subject, 'GRANTED');
    const given = await insertAssignment(tx, {
      assignee: assignee.identifier,
      roleId: role.id,
      definitionPointId: file.id,
      assignedBy: actor.identifier,
    });
    // Who got the role while the request was open only has the request settled.
    if (given === undefined && !wasAsked) throw new DomainError('ROLE_ALREADY_GRANTED', 'Access to the file is already granted.');
    tell(scope, subject, 'FileAccessGranted');
    note({ assignee: assignee.identifier });
    return decided(subject);
  },
});

/** Revokes access to a file. @throws DomainError ROLE_ASSIGNMENT_NOT_FOUND Source: files.md 22.4. */
export const revokeFileAccess = command({
  name: 'revokeFileAccess',
  input: decisionInput,
  subject: loadDecision,
  requires: 'ManageFilePermissions',
  run: async ({ tx, actor, note }, subject): Promise<FileAccessDecision> => {
    const { file, assignee, role } = subject;
    const assignments = await listAssignmentsOn(tx, [file.id]);
    const given = assignments.find((one) => one.roleId === role.id && one.assignee === assignee.identifier);
    if (given === undefined) {
      throw new DomainError('ROLE_ASSIGNMENT_NOT_FOUND', `${assignee.identifier} has no access granted to file ${file.id}.`);
    }
    await deleteAssignment(tx, given.id, actor.identifier);
    note({ assignee: assignee.identifier });
    return decided(subject);
  },
});

/**
 * Rejects an open request for access; the user may request it again. @throws DomainError ACCESS_REQUEST_NOT_FOUND Source: files.md 22.4.
 */
export const rejectFileAccess = command({
  name: 'rejectFileAccess',
  input: decisionInput,
  subject: loadDecision,
  requires: 'ManageFilePermissions',
  run: async (scope, subject): Promise<FileAccessDecision> => {
    const { file, assignee } = subject;
    if (!(await settle(scope, subject, 'REJECTED'))) {
      throw new DomainError('ACCESS_REQUEST_NOT_FOUND', `${assignee.identifier} has no open request for access to file ${file.id}.`);
    }
    tell(scope, subject, 'FileAccessRejected');
    scope.note({ assignee: assignee.identifier });
    return decided(subject);
  },
});

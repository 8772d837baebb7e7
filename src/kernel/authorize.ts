import { DomainError } from '../errors/domain-error.ts';
import type { PermissionMask } from '../permission-set.ts';
import type { Permission } from '../vocabulary/access.ts';
import { type Actor, holdsPermission } from './actor.ts';
import { PermissionDenied } from './permission-denied.ts';

/** A requirement on the caller. */
export type Requirement = Permission | 'Public' | 'LoggedIn' | 'Superuser' | 'AdminGate';

/** The object whose roles decide, with what they add up to for the actor. */
export interface Granted {
  /** Id of the collection, dataset or file; null where there is none. */
  readonly nodeId: number | null;
  readonly granted: PermissionMask;
}

/** For operations without an object. */
const NOTHING_GRANTED: Granted = { nodeId: null, granted: 0 };

/**
 * Refuses an actor that does not meet a requirement on an object. Only the kernel may import it, so that the gate makes every decision.
 * @throws DomainError AUTHENTICATION_REQUIRED | PERMISSION_DENIED | SUPERUSER_REQUIRED | ADMIN_API_REFUSED
 */
export function authorize(actor: Actor, requirement: Requirement, { granted, nodeId }: Granted): void {
  switch (requirement) {
    case 'Public':
      return;
    case 'LoggedIn':
      if (actor.account === null && !actor.superuser) {
        throw new DomainError('AUTHENTICATION_REQUIRED', 'Only authenticated users can perform the requested operation.');
      }
      return;
    case 'Superuser':
      if (actor.superuser) return;
      if (actor.account === null) {
        throw new DomainError('AUTHENTICATION_REQUIRED', 'Only authenticated users can perform the requested operation.');
      }
      throw new DomainError('SUPERUSER_REQUIRED', 'This operation is for superusers only.');
    case 'AdminGate':
      if (actor.passesAdminGate) return;
      if (actor.account === null) {
        throw new DomainError('AUTHENTICATION_REQUIRED', 'The administration of this installation requires a superuser.');
      }
      throw new DomainError('ADMIN_API_REFUSED', 'The administration of this installation is closed to this caller.');
    default:
      if (!holdsPermission(actor, granted, requirement)) throw new PermissionDenied(actor, { permission: requirement, granted, nodeId });
  }
}

/** The rules of the gate. */
export interface GateRules<Loaded, Input> {
  /** What the caller must be before anything is loaded: other callers do not learn whether the object exists. */
  readonly admits?: 'LoggedIn' | 'Superuser';
  /** Plain data, several in the order in which they are asked for, or a choice that depends on what was loaded. */
  readonly requires: Requirement | readonly Requirement[] | ((subject: Loaded, input: Input) => Requirement);
}

/** The rules as data: what is asked for before anything is loaded comes first. */
export type RequirementList = readonly (Requirement | 'depends')[];

/** Refuses callers who are not admitted, before anything is loaded. @throws DomainError AUTHENTICATION_REQUIRED | SUPERUSER_REQUIRED */
export function admit(actor: Actor, { admits }: Pick<GateRules<never, never>, 'admits'>): void {
  if (admits !== undefined) authorize(actor, admits, NOTHING_GRANTED);
}

/** Checks every requirement on a subject. @throws DomainError as `authorize` */
export function requireAll<Loaded extends Granted, Input>(
  actor: Actor,
  { requires }: GateRules<Loaded, Input>,
  subject: Loaded,
  input: Input,
): void {
  const required = typeof requires === 'function' ? requires(subject, input) : requires;
  if (typeof required === 'string') authorize(actor, required, subject);
  else for (const one of required) authorize(actor, one, subject);
}

/** The rules as shown to documentation and tests. */
export function requirementList<Loaded, Input>({ admits, requires }: GateRules<Loaded, Input>): RequirementList {
  const required = typeof requires === 'function' ? (['depends'] as const) : [requires].flat();
  return admits === undefined ? required : [admits, ...required];
}

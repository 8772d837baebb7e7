import { DomainError } from '../errors/domain-error.ts';
import type { PermissionMask } from '../permission-set.ts';
import type { Permission } from '../vocabulary.ts';
import { type Actor, holdsPermission } from './actor.ts';
import { PermissionDenied } from './permission-denied.ts';

/** What a caller has to be or to hold. */
export type Requirement = Permission | 'Public' | 'LoggedIn' | 'Superuser' | 'AdminGate';

/** The object whose roles decide, with what they add up to for the actor. */
export interface Granted {
  /** Id of the collection, dataset or file; null where there is none. */
  readonly nodeId: number | null;
  readonly granted: PermissionMask;
}

/** Where no object decides. */
const NOTHING_GRANTED: Granted = { nodeId: null, granted: 0 };

/**
 * Refuses an actor who is not, or does not hold, what is required on an object. Only the kernel may import it: every decision is one of
 * the gate.
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

/** What decides at the gate. */
export interface GateRules<Loaded, Input> {
  /** What the caller has to be before anything is loaded: others are not even told whether the object is there. */
  readonly admits?: 'LoggedIn';
  /** Plain data, several in the order in which they are asked for, or a choice that depends on what was loaded. */
  readonly requires: Requirement | readonly Requirement[] | ((subject: Loaded, input: Input) => Requirement);
}

/** The rules as data: what is asked for before anything is loaded comes first. */
export type RequirementList = readonly (Requirement | 'depends')[];

/** Refuses who is not admitted, before anything is loaded. @throws DomainError AUTHENTICATION_REQUIRED */
export function admit(actor: Actor, { admits }: Pick<GateRules<never, never>, 'admits'>): void {
  if (admits !== undefined) authorize(actor, admits, NOTHING_GRANTED);
}

/** Asks for everything that is required on a subject. @throws DomainError as `authorize` */
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

/** What documentation and tests are told of the rules. */
export function requirementList<Loaded, Input>({ admits, requires }: GateRules<Loaded, Input>): RequirementList {
  const required = typeof requires === 'function' ? (['depends'] as const) : [requires].flat();
  return admits === undefined ? required : [admits, ...required];
}

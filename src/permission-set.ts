import { GUEST_PERMISSIONS, PERMISSIONS, type Permission } from './vocabulary/access.ts';

/** Permissions as a bit mask: bit n is the n-th of the catalogue. */
export type PermissionMask = number;

const bits = new Map<string, number>(PERMISSIONS.map((permission, position) => [permission, 1 << position]));

/** The bit of one permission. */
export function permissionBit(permission: Permission): PermissionMask {
  return bits.get(permission) ?? 0;
}

/** The mask that holds exactly these permissions. */
export function permissionMask(permissions: readonly Permission[]): PermissionMask {
  return permissions.reduce((mask, permission) => mask | permissionBit(permission), 0);
}

/** Whether a mask holds a permission. */
export function includesPermission(mask: PermissionMask, permission: Permission): boolean {
  return (mask & permissionBit(permission)) !== 0;
}

/** The permissions of a mask, in catalogue order. */
export function permissionsOf(mask: PermissionMask): Permission[] {
  return PERMISSIONS.filter((permission) => includesPermission(mask, permission));
}

/** All sixteen. */
export const ALL_PERMISSIONS: PermissionMask = permissionMask(PERMISSIONS);

/** What a caller without an account can hold at most. Source: collections.md 3.1. */
export const GUEST_MASK: PermissionMask = permissionMask(GUEST_PERMISSIONS);

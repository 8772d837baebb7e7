/** Changes with every save of a version, and no two versions share one. */
export function entityTag(version: { readonly id: number; readonly internalVersionNumber: number }): string {
  return `${version.id}-${version.internalVersionNumber}`;
}

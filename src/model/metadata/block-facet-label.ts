/** The name of a block among facets: "Geospatial" of "Geospatial Metadata". Source: collections.md 11.2. */
export function blockFacetLabel(displayName: string): string {
  return displayName.replace(/ metadata$/iu, '');
}

/** Everything that grows. A new input gets its line in one of these lists. */
import type { Dimension } from '../dimension.ts';
import { graphqlDocuments } from './graphql-documents.ts';

/** All dimensions; what is drawn by chance is drawn from the seed. @throws Error when two have one name. */
export function dimensions(_seed: number): readonly Dimension[] {
  const all = [...graphqlDocuments];
  const names = new Set(all.map(({ name }) => name));
  if (names.size !== all.length) throw new Error('Two dimensions have the same name.');
  return all;
}

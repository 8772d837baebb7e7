/**
 * A request target with one slash wherever its path has several; a query stays as it is. A widespread client joins an address that ends
 * in a slash with paths that begin with one.
 */
export function withSingleSlashes(target: string): string {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  if (!path.startsWith('/') || !path.includes('//')) return target;
  return path.replaceAll(/\/{2,}/g, '/') + target.slice(path.length);
}

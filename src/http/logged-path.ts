/** Paths of REST that end in a credential: the id of a workflow, or a password and a key. */
const CREDENTIALS = /^(\/+api(?:\/+v1)?\/+(?:workflows|builtin-users)\/+)[^/].*$/is;

/** A path as it is logged, without a credential. */
export function loggedPath(path: string): string {
  return path.replace(CREDENTIALS, '$1***');
}

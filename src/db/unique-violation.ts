/** SQLSTATE of a value that a unique index holds already. */
const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because another row has the value of this unique constraint. Its transaction is aborted then. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (
    cause instanceof Error &&
    'code' in cause &&
    cause.code === UNIQUE_VIOLATION &&
    'constraint_name' in cause &&
    cause.constraint_name === constraint
  );
}

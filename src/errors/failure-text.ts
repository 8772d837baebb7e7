const LINE_LIMIT = 300;
const TEXT_LIMIT = 1000;

/** Only the first line: the rest is a stack, or the parameters of a statement. */
function firstLine(message: string): string {
  const line = message.trimStart().split(/\r?\n/, 1)[0] ?? '';
  const withoutCredentials = line.replace(/\/\/[^/@\s]+@/g, '//***@');
  return withoutCredentials.length > LINE_LIMIT ? `${withoutCredentials.slice(0, LINE_LIMIT - 1)}…` : withoutCredentials;
}

/**
 * A failure in a form to be stored and shown: the message of the error and of its causes, at most 1000 characters, without stack, without
 * statement parameters and without the credentials in a URL.
 */
export function failureText(error: unknown): string {
  const lines: string[] = [];
  let cause = error;
  for (let depth = 0; depth < 5 && cause !== undefined && cause !== null; depth += 1) {
    const line = firstLine(cause instanceof Error ? cause.message || cause.name : typeof cause === 'string' ? cause : '');
    if (line !== '' && !lines.includes(line)) lines.push(line);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return lines.join(': ').slice(0, TEXT_LIMIT) || 'Failed without a message.';
}

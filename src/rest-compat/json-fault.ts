/** Where a text stops being JSON. Runs only after `JSON.parse` has refused the text, whose messages do not always say where. */

const whitespace = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z.+-])|(?:true|false|null)(?![0-9A-Za-z])/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Offset behind the string that begins at `start`, or the negated offset of its fault, less one. */
function skipString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -at - 1;
    if (code !== 0x5c) {
      at += 1;
      continue;
    }
    escape.lastIndex = at;
    if (!escape.test(text)) return -at - 1;
    at = escape.lastIndex;
  }
  return -text.length - 1;
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

/** Offset, in UTF-16 units, of the first character that breaks the grammar (RFC 8259); the length when the text ends too early. */
export function jsonFaultOffset(text: string): number {
  const open: ('{' | '[')[] = [];
  const state: { expected: Expected } = { expected: 'value' };
  let at = 0;
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : ', or end');

  for (;;) {
    whitespace.lastIndex = at;
    whitespace.test(text);
    at = whitespace.lastIndex;
    if (at >= text.length) return at;
    const character = text.charAt(at);
    const { expected } = state;

    if (expected === 'nothing') return at;
    if (expected === ':') {
      if (character !== ':') return at;
      state.expected = 'value';
      at += 1;
    } else if (expected === ', or end') {
      const inObject = open.at(-1) === '{';
      if (character === ',') state.expected = inObject ? 'key' : 'value';
      else if (character === (inObject ? '}' : ']')) {
        open.pop();
        state.expected = afterValue();
      } else return at;
      at += 1;
    } else if ((expected === 'key or }' && character === '}') || (expected === 'value or ]' && character === ']')) {
      open.pop();
      state.expected = afterValue();
      at += 1;
    } else if (character === '"') {
      const end = skipString(text, at);
      if (end < 0) return -end - 1;
      at = end;
      state.expected = expected === 'key' || expected === 'key or }' ? ':' : afterValue();
    } else if (expected === 'key' || expected === 'key or }') {
      return at;
    } else if (character === '{' || character === '[') {
      open.push(character);
      state.expected = character === '{' ? 'key or }' : 'value or ]';
      at += 1;
    } else {
      scalar.lastIndex = at;
      if (!scalar.test(text)) return at;
      at = scalar.lastIndex;
      state.expected = afterValue();
    }
  }
}

/** Passes over functions that R has compiled: a workspace may hold them beside its table. Source: R Internals, Serialization Formats */
import { TableError } from '../../table-error.ts';
import { malformed, type SerialInput } from './serial-input.ts';

const CODE = 21;
const DEEPEST = 400;
/** Expressions, some of them with attributes, or defined once and referred to. */
const EXPRESSIONS: ReadonlySet<number> = new Set([2, 6, 239, 240, 243, 244]);
const DEFINITION = 244;
const REFERENCE = 243;
const WITH_ATTRIBUTES: ReadonlySet<number> = new Set([239, 240]);

/** What goes through the objects among the code. */
interface Walker {
  readonly input: SerialInput;
  object(depth: number, keep: number): Promise<unknown>;
}

export async function skipByteCode(walker: Walker, depth: number): Promise<void> {
  // How many expressions are referred to.
  await walker.input.integer();
  await skipCode(walker, depth);
}

async function skipCode(walker: Walker, depth: number): Promise<void> {
  if (depth > DEEPEST) throw new TableError('TOO_LARGE', `Functions of the file are within each other more than ${DEEPEST} times.`);
  await walker.object(depth + 1, 0);
  const constants = await walker.input.integer();
  if (constants < 0) throw malformed();
  for (let index = 0; index < constants; index += 1) {
    const type = await walker.input.integer();
    if (type === CODE) await skipCode(walker, depth + 1);
    else if (EXPRESSIONS.has(type)) await skipExpression(walker, type, depth + 1);
    else await walker.object(depth + 1, 0);
  }
}

async function skipExpression(walker: Walker, first: number, depth: number): Promise<void> {
  if (depth > DEEPEST) throw new TableError('TOO_LARGE', `Functions of the file are within each other more than ${DEEPEST} times.`);
  let type = first;
  while (EXPRESSIONS.has(type)) {
    if (type === REFERENCE) {
      await walker.input.integer();
      return;
    }
    if (type === DEFINITION) {
      await walker.input.integer();
      type = await walker.input.integer();
    }
    if (WITH_ATTRIBUTES.has(type)) await walker.object(depth + 1, 0);
    await walker.object(depth + 1, 0);
    await skipExpression(walker, await walker.input.integer(), depth + 1);
    // The rest of the list.
    type = await walker.input.integer();
  }
  await walker.object(depth + 1, 0);
}

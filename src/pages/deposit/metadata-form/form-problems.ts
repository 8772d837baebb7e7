/** What is wrong with a form of metadata, at the fields that it has. */
import type { Messages } from '../../messages/messages.ts';
import type { Told } from '../../told.ts';
import type { MendableError } from '../deposit-call.ts';
import { blockInWords } from './block-in-words.ts';
import { type FormBlock, type FormField, isRepeated } from './form-block.ts';
import { type FormState, placeOf } from './form-state.ts';

/** A problem with the place of the control that it is about; null for the whole. */
export interface FormProblem {
  readonly place: string | null;
  /** What the field is called. */
  readonly title: string | null;
  readonly told: Told;
}

interface Control {
  readonly place: string;
  readonly title: string;
}

/** Numbers of the repetitions that a form shows: there is always a first. */
export function shownRepetitions(field: string, state: FormState): readonly number[] {
  const numbers = state.repetitions(field);
  return numbers.length === 0 ? [0] : numbers.map((_number, at) => at);
}

function controlsOf(field: FormField, place: string, title: string, state: FormState): readonly Control[] {
  const own = { place, title };
  if (field.typeClass === 'compound') {
    const rows = field.multiple ? shownRepetitions(place, state).map((number) => placeOf(place, number)) : [place];
    const children = rows.flatMap((row) =>
      (field.children ?? []).flatMap((child) => controlsOf(child, placeOf(row, child.name), child.title, state)),
    );
    return [own, ...children];
  }
  if (!isRepeated(field)) return [own];
  return [own, ...shownRepetitions(place, state).map((number) => ({ place: placeOf(place, number), title }))];
}

/** A place in the native JSON of a form as a place of the form, where a rule about its shape was broken. */
function placeInForm(pointer: string, native: unknown): readonly string[] {
  const steps: string[] = [];
  let at: unknown = native;
  for (const step of pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (typeof at !== 'object' || at === null) break;
    const container = at;
    at = Object.entries(container).find(([name]) => name === step)?.[1];
    if (typeof at === 'object' && at !== null && 'typeName' in at && typeof at.typeName === 'string') steps.push(at.typeName);
    else if (steps.length === 0 && typeof at === 'object' && at !== null && 'fields' in at) steps.push(step);
    else if (/^\d+$/.test(step) && steps.length > 1) steps.push(step);
  }
  return steps;
}

/** Finds the control that each problem is about, or the nearest around it. `native` is what was sent. */
export function problemsAt(
  problems: MendableError['problems'],
  blocks: readonly FormBlock[],
  state: FormState,
  native: unknown,
  messages: Messages,
): readonly FormProblem[] {
  const controls = new Map(
    blocks
      .map((block) => blockInWords(block, messages))
      .flatMap(({ name, fields }) => fields.flatMap((field) => controlsOf(field, placeOf(name, field.name), field.title, state)))
      .map((control) => [control.place, control]),
  );
  return problems.map(({ pointer, told, formPlace }) => {
    const steps = formPlace?.map(String) ?? placeInForm(pointer, native);
    for (let length = steps.length; length > 1; length -= 1) {
      const found = controls.get(placeOf(...steps.slice(0, length)));
      if (found !== undefined) return { ...found, told };
    }
    return { place: null, title: null, told };
  });
}

/** Narrows a list down to a state. */
import { type ComponentChildren, h } from 'preact';
import type { Messages } from '../messages/messages.ts';
import { choiceField } from './choice-field.ts';

interface StateFilter<State extends string> {
  /** Path of the page with the list. */
  readonly action: string;
  /** Undefined where every state is shown. */
  readonly state: State | undefined;
  readonly states: readonly State[];
  /** What they are called. */
  readonly called: Readonly<Record<State, string>>;
}

export function stateFilter<State extends string>(
  { action, state, states, called }: StateFilter<State>,
  { operating: words }: Messages,
): ComponentChildren {
  return h(
    'form',
    { method: 'get', action, class: 'filter' },
    choiceField({
      name: 'state',
      label: words.state,
      value: state ?? '',
      choices: [['', words.any], ...states.map((word) => [word, called[word]] as const)],
    }),
    h('p', null, h('button', { type: 'submit', class: 'button' }, words.show)),
  );
}

/** What a list that goes on behind a cursor is asked for: what is undefined is not asked. */
export function askedOf<State extends string>(
  query: Readonly<Record<string, string>>,
  states: readonly State[],
): { readonly state?: State; readonly after?: string } {
  const state = states.find((word) => word === query['state']);
  const { after } = query;
  return { ...(state !== undefined && { state }), ...(after !== undefined && { after }) };
}

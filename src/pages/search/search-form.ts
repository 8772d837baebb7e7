import { type ComponentChildren, h } from 'preact';
import { messagesOf } from '../messages/messages.ts';

/** What a search form starts with. */
export interface SearchFormFill {
  readonly words?: string;
  /** Alias and name of a collection that can be searched alone. */
  readonly collection?: { readonly alias: string; readonly name: string };
  /** Whether that collection alone is searched unless the reader says otherwise. */
  readonly inCollection?: boolean;
}

/** The form that leads to the search page, on a page of its own or at the top of one; works without scripts. */
export function searchForm({ words = '', collection, inCollection = collection !== undefined }: SearchFormFill = {}): ComponentChildren {
  const messages = messagesOf().browse.search;
  return h(
    'search',
    null,
    h(
      'form',
      { method: 'get', action: '/search', class: 'search', role: 'search' },
      h(
        'p',
        null,
        h('label', { for: 'search-for', class: 'unseen' }, messages.label),
        h('input', {
          id: 'search-for',
          name: 'q',
          type: 'search',
          value: words,
          maxLength: 1000,
          placeholder: messages.placeholder,
          autocomplete: 'off',
        }),
        h('button', { type: 'submit', class: 'button' }, messages.button),
      ),
      collection === undefined
        ? null
        : h(
            'p',
            null,
            h('input', { id: 'search-in', name: 'in', type: 'checkbox', value: collection.alias, checked: inCollection }),
            ' ',
            h('label', { for: 'search-in' }, messages.onlyIn, h('bdi', null, collection.name)),
          ),
    ),
  );
}

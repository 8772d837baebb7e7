import type { CallerToken } from './caller-token.ts';
import { type Cost, costText } from './cost-text.ts';
import { React, type ReactElement } from './globals.ts';

interface Changed {
  readonly target: HTMLInputElement;
}

/** What stands below the result: the token, and what the last answer has cost. `onCost` is given what shows a cost, once it can. */
export function panel(caller: CallerToken, onCost: (show: (cost: Cost | undefined) => void) => void): () => ReactElement {
  const { createElement } = React;
  return function Panel() {
    const [token, setToken] = React.useState(caller.text);
    const [isKept, setKept] = React.useState(caller.isKept);
    const [cost, setCost] = React.useState<Cost | undefined>(undefined);
    React.useEffect(() => onCost(setCost), []);
    return createElement(
      'div',
      { className: 'explorer-panel' },
      createElement('output', { 'aria-label': 'Cost', className: 'explorer-cost' }, cost === undefined ? '' : costText(cost)),
      createElement(
        'label',
        null,
        'API token ',
        createElement('input', {
          type: 'password',
          autoComplete: 'off',
          spellCheck: false,
          value: token,
          onChange: ({ target: { value } }: Changed) => {
            setToken(value);
            caller.take(value, isKept);
          },
        }),
      ),
      createElement(
        'label',
        null,
        createElement('input', {
          type: 'checkbox',
          checked: isKept,
          onChange: ({ target: { checked } }: Changed) => {
            setKept(checked);
            caller.take(token, checked);
          },
        }),
        ' Keep it in this browser',
      ),
      createElement(
        'span',
        { className: 'explorer-note' },
        isKept
          ? 'It is in the local storage of this browser, for pages of this address, until you take the mark away.'
          : 'It is gone when the page is closed.',
      ),
    );
  };
}

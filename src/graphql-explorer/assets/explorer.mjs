// The page of the explorer: GraphiQL with examples, the caller's token, and what each answer has cost. A file of its own, because the content
// security policy refuses inline scripts.
import { examples } from './examples.mjs';

const { React, ReactDOM, GraphiQL } = globalThis;
const { createElement } = React;
const explorer = document.getElementById('explorer');

/** Where the token is kept when it is wished; nothing else writes it. */
const KEPT_TOKEN = 'archivolt:explorer-token';
const caller = { token: localStorage.getItem(KEPT_TOKEN) ?? '' };

/** Told what each answer has cost. */
let showCost = () => undefined;

// The editors come after the page, and without names.
const EDITORS = [
  ['.graphiql-query-editor', 'Operation'],
  ['.graphiql-editor-tool .graphiql-editor:nth-child(1)', 'Variables'],
  ['.graphiql-editor-tool .graphiql-editor:nth-child(2)', 'Headers'],
  ['.graphiql-response', 'Result'],
];
function nameEditors() {
  for (const [place, name] of EDITORS) {
    for (const field of explorer.querySelectorAll(`${place} .CodeMirror textarea:not([aria-label])`)) {
      field.setAttribute('aria-label', name);
    }
  }
  // What scrolls can be reached by the keyboard.
  for (const scrolled of explorer.querySelectorAll('.CodeMirror-scroll[tabindex="-1"]')) scrolled.tabIndex = 0;
}

/** A tab of the explorer has buttons in it, which a tab must not have: they are a group of buttons, each of which says whether its tab is open. */
function nameTabs() {
  for (const list of explorer.querySelectorAll('.graphiql-tabs:not([role="group"])')) list.setAttribute('role', 'group');
  for (const tab of explorer.querySelectorAll('.graphiql-tab:is([aria-selected], :not([role="none"]))')) {
    tab.querySelector('.graphiql-tab-button')?.setAttribute('aria-current', tab.getAttribute('aria-selected') ?? 'false');
    tab.removeAttribute('aria-selected');
    tab.setAttribute('role', 'none');
  }
}

new MutationObserver(() => {
  nameEditors();
  nameTabs();
}).observe(explorer, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-selected', 'role'] });

// Subscriptions go over a WebSocket, which takes the token with its first message.
const address = new URL('/graphql', location.href).href;
const send = GraphiQL.createFetcher({ url: address, subscriptionUrl: address.replace(/^http/, 'ws'), enableIncrementalDelivery: false });

/** Headers of the editor go before the token of the page. */
function fetcher(parameters, options) {
  const own = caller.token === '' ? {} : { 'X-Service-key': caller.token };
  const answer = send(parameters, { ...options, headers: { ...own, ...options?.headers } });
  if (parameters.operationName === 'IntrospectionQuery') return answer;
  showCost(undefined);
  return answer.then((result) => {
    showCost(result?.extensions?.cost);
    return result;
  });
}

function costText({ estimated, limit, spent, budget }) {
  const parts = [
    `Cost ${spent.cost}, estimated ${estimated} of ${limit}`,
    `${spent.fields} fields`,
    `${spent.statements} statements`,
    `${spent.rows} rows`,
    `${spent.databaseMilliseconds} ms of the database`,
  ];
  return [...parts, ...(budget === undefined ? [] : [`${budget.remaining} of ${budget.limit} left`])].join(' · ');
}

function Panel() {
  const [token, setToken] = React.useState(caller.token);
  const [isKept, setKept] = React.useState(localStorage.getItem(KEPT_TOKEN) !== null);
  const [cost, setCost] = React.useState();
  React.useEffect(() => {
    showCost = setCost;
  }, []);
  const keep = (value, kept) => {
    caller.token = value.trim();
    if (kept && caller.token !== '') localStorage.setItem(KEPT_TOKEN, caller.token);
    else localStorage.removeItem(KEPT_TOKEN);
  };
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
        onChange: ({ target: { value } }) => {
          setToken(value);
          keep(value, isKept);
        },
      }),
    ),
    createElement(
      'label',
      null,
      createElement('input', {
        type: 'checkbox',
        checked: isKept,
        onChange: ({ target: { checked } }) => {
          setKept(checked);
          keep(token, checked);
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
}

ReactDOM.createRoot(explorer).render(
  createElement(
    GraphiQL,
    { fetcher, defaultTabs: examples, isHeadersEditorEnabled: true, shouldPersistHeaders: false },
    createElement(GraphiQL.Footer, null, createElement(Panel)),
  ),
);

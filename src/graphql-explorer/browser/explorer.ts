/**
 * The page of the explorer: GraphiQL with examples, the caller's token, and what each answer has cost. A file of its own, because the content
 * security policy refuses inline scripts.
 */
import { examples } from '../examples.ts';
import { keepNamed } from './accessible-names.ts';
import { callerToken } from './caller-token.ts';
import type { Cost } from './cost-text.ts';
import { GraphiQL, React, ReactDOM } from './globals.ts';
import { panel } from './panel.ts';
import { tellingFetcher } from './telling-fetcher.ts';

const place = document.getElementById('explorer');
if (place === null) throw new Error('The page has no place for the explorer.');
keepNamed(place);

const caller = callerToken(localStorage);
let showCost: (cost: Cost | undefined) => void = () => undefined;

// Subscriptions go over a WebSocket, which takes the token with its first message.
const url = new URL('/graphql', location.href).href;
const send = GraphiQL.createFetcher({ url, subscriptionUrl: url.replace(/^http/, 'ws'), enableIncrementalDelivery: false });

const { createElement } = React;
const footer = panel(caller, (show) => {
  showCost = show;
});
const fetcher = tellingFetcher(send, caller, (cost) => showCost(cost));
ReactDOM.createRoot(place).render(
  createElement(
    GraphiQL,
    { fetcher, defaultTabs: examples, isHeadersEditorEnabled: true, shouldPersistHeaders: false },
    createElement(GraphiQL.Footer, null, createElement(footer, null)),
  ),
);

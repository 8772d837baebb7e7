import { type ComponentChildren, h } from 'preact';
import { errorCatalog } from '../errors/catalog.ts';
import type { DomainError } from '../errors/domain-error.ts';
import type { Page } from './page.ts';
import { messagesOf } from './messages/messages.ts';
import { toldOnPage } from './told.ts';
import { toldRefusal } from './told-refusal.ts';

interface Words {
  readonly title: string;
  readonly text: ComponentChildren;
}

/** The text for the reader. The message of a permission refusal is not shown: it may name objects that the reader may not know of. */
function wordsFor(status: number, error: DomainError): Words {
  const message = toldOnPage(toldRefusal(error));
  const words = messagesOf().browse.refusals;
  switch (status) {
    case 400:
      return { title: words.address, text: message };
    case 401:
    case 403:
      return {
        title: words.notPublic,
        text: words.notPublicText,
      };
    case 404:
      return { title: words.notFound, text: message };
    case 429:
      return { title: words.tooMany, text: words.tooManyText };
    case 503:
      return { title: words.unavailable, text: words.unavailableText };
    default:
      return status < 500 ? { title: words.notShown, text: message } : { title: words.broken, text: words.brokenText };
  }
}

/** The page shown instead of one that cannot be shown. */
export function refusalPage(error: DomainError, requestId: string): Page & { readonly status: number } {
  const { status } = errorCatalog[error.code];
  const { title, text } = wordsFor(status, error);
  return {
    status,
    title,
    listed: false,
    main: h(
      'div',
      { class: 'heading refusal' },
      h('h1', null, title),
      h('p', { dir: 'auto' }, text),
      h('p', null, h('a', { href: '/' }, messagesOf().browse.refusals.home)),
      h('p', { class: 'quiet' }, messagesOf().browse.refusals.request, h('code', null, requestId)),
    ),
  };
}

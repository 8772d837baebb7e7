import { h } from 'preact';
import { errorCatalog } from '../errors/catalog.ts';
import type { DomainError } from '../errors/domain-error.ts';
import type { Page } from './page.ts';

interface Words {
  readonly title: string;
  readonly text: string;
}

/** The text for the reader. The message of a permission refusal is not shown: it may name objects that the reader may not know of. */
function wordsFor(status: number, { message }: DomainError): Words {
  switch (status) {
    case 400:
      return { title: 'This address leads nowhere', text: message };
    case 401:
    case 403:
      return {
        title: 'This is not public',
        text: 'This address is unpublished or has been withdrawn. Its owner may be able to give you access.',
      };
    case 404:
      return { title: 'Not found', text: message };
    case 429:
      return { title: 'Too many requests', text: 'Please wait a while before you open this page again.' };
    case 503:
      return { title: 'Not available at the moment', text: 'Please open this page again in a few minutes.' };
    default:
      return status < 500
        ? { title: 'This cannot be shown', text: message }
        : { title: 'Something went wrong', text: 'The server could not make this page because of an internal error.' };
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
      h('p', null, h('a', { href: '/' }, 'To the home page')),
      h('p', { class: 'quiet' }, 'If you ask for help, name this request: ', h('code', null, requestId)),
    ),
  };
}

/** What pages say, by language. A language is a file of its own with the same entries; it is chosen here. */
import { formMessages } from './en/form-messages.ts';
import { metadataMessages } from './en/metadata-messages.ts';
import { overviewMessages } from './en/overview-messages.ts';
import { collectionMessages } from './en/collection-messages.ts';
import { termsMessages } from './en/terms-messages.ts';
import { filesMessages } from './en/files-messages.ts';
import { citationMessages } from './en/citation-messages.ts';
import { previewMessages } from './en/preview-messages.ts';
import { type LocaleTools, localeTools } from './locale-tools.ts';

function english() {
  const tools = localeTools('en');
  return {
    tools,
    form: formMessages(tools),
    metadata: metadataMessages(tools),
    overview: overviewMessages(tools),
    files: filesMessages(tools),
    terms: termsMessages(),
    collection: collectionMessages(tools),
    preview: previewMessages(),
    citation: citationMessages(),
  };
}

/** The catalogue: every language has all of it. */
export type Messages = ReturnType<typeof english> & { readonly tools: LocaleTools };

const en: Messages = english();

/** The words of a page. English is the one language so far. */
export function messagesOf(): Messages {
  return en;
}

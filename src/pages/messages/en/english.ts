/** All words of the pages in English, after which the other languages are modelled. */
import type { LocaleTools } from '../locale-tools.ts';
import { accountMessages } from './account-messages.ts';
import { administrationMessages } from './administration-messages.ts';
import { browseMessages } from './browse-messages.ts';
import { citationMessages } from './citation-messages.ts';
import { collectionMessages } from './collection-messages.ts';
import { filesMessages } from './files-messages.ts';
import { formMessages } from './form-messages.ts';
import { installationMessages } from './installation-messages.ts';
import { metadataMessages } from './metadata-messages.ts';
import { operatingMessages } from './operating-messages.ts';
import { overviewMessages } from './overview-messages.ts';
import { previewMessages } from './preview-messages.ts';
import { readerMessages } from './reader-messages.ts';
import { settingMessages } from './setting-messages.ts';
import { shippedMessages } from './shipped-messages.ts';
import { termsMessages } from './terms-messages.ts';
import { userMessages } from './user-messages.ts';
import { withdrawalMessages } from './withdrawal-messages.ts';

/** Makes them. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
export function english(tools: LocaleTools) {
  return {
    tools,
    account: accountMessages(tools),
    accounts: userMessages(tools),
    administration: administrationMessages(tools),
    browse: browseMessages(tools),
    citation: citationMessages(),
    collection: collectionMessages(tools),
    files: filesMessages(tools),
    form: formMessages(tools),
    installation: installationMessages(tools),
    metadata: metadataMessages(tools),
    operating: operatingMessages(tools),
    overview: overviewMessages(tools),
    preview: previewMessages(),
    reader: readerMessages(tools),
    settings: settingMessages(tools),
    shipped: shippedMessages(),
    terms: termsMessages(),
    withdrawal: withdrawalMessages(),
  };
}

/** The catalogue: every language has all of it. */
export type Messages = ReturnType<typeof english>;

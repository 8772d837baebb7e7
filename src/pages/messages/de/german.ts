/** Alle Wörter der Seiten auf Deutsch. */
import type { LocaleTools } from '../locale-tools.ts';
import type { Messages } from '../en/english.ts';
import { accountMessages } from './account-messages.ts';
import { administrationMessages } from './administration-messages.ts';
import { operatingMessages } from './operating-messages.ts';
import { settingMessages } from './setting-messages.ts';
import { userMessages } from './user-messages.ts';
import { browseMessages } from './browse-messages.ts';
import { citationMessages } from './citation-messages.ts';
import { collectionMessages } from './collection-messages.ts';
import { filesMessages } from './files-messages.ts';
import { formMessages } from './form-messages.ts';
import { installationMessages } from './installation-messages.ts';
import { metadataMessages } from './metadata-messages.ts';
import { overviewMessages } from './overview-messages.ts';
import { previewMessages } from './preview-messages.ts';
import { readerMessages } from './reader-messages.ts';
import { shippedMessages } from './shipped-messages.ts';
import { termsMessages } from './terms-messages.ts';
import { withdrawalMessages } from './withdrawal-messages.ts';

/** Stellt sie zusammen. */
export function german(tools: LocaleTools): Messages {
  return {
    tools,
    account: accountMessages(tools),
    administration: administrationMessages(tools),
    operating: operatingMessages(tools),
    settings: settingMessages(tools),
    accounts: userMessages(tools),
    browse: browseMessages(tools),
    citation: citationMessages(),
    collection: collectionMessages(tools),
    files: filesMessages(tools),
    form: formMessages(tools),
    installation: installationMessages(tools),
    metadata: metadataMessages(tools),
    overview: overviewMessages(tools),
    preview: previewMessages(),
    reader: readerMessages(tools),
    shipped: shippedMessages(),
    terms: termsMessages(),
    withdrawal: withdrawalMessages(),
  };
}

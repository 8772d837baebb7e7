/** The stores of the files, how full they are, and the places where copies can be fetched from. */
import { type ComponentChildren, h } from 'preact';
import {
  PageCreateStorageSiteDocument,
  PageDeleteStorageSiteDocument,
  PageOfStorageDocument,
  type PageOfStorageQuery,
  PageSetPrimaryStorageSiteDocument,
} from '../../../generated/page-operations.ts';
import { badge } from '../../dataset-parts.ts';
import { fileSize } from '../../file-size.ts';
import { section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import { postButton } from '../../deposit/post-button.ts';
import { textField } from '../../deposit/text-field.ts';
import type { AdministrationAnswer, AdministrationCall } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { type Deed, deedPage, type Told } from '../deeds.ts';
import { idIn } from '../id-in.ts';
import { lineButton } from '../line-button.ts';
import { recordsList } from '../records-list.ts';

const ACTION = '/admin/storage';

function roomText(
  { totalBytes, availableBytes }: PageOfStorageQuery['storageUse'][number],
  { administration, operating: words }: Messages,
): ComponentChildren {
  if (totalBytes === null || availableBytes === null) return administration.unknownRoom;
  const used = totalBytes - availableBytes;
  return [
    administration.room(fileSize(availableBytes), fileSize(totalBytes)),
    h('meter', { min: 0, max: totalBytes, value: used, high: totalBytes * 0.9, 'aria-label': words.used }),
  ];
}

function storesSection({ storageUse }: PageOfStorageQuery, messages: Messages): ComponentChildren {
  const { operating: words } = messages;
  return section(
    'stores',
    words.stores,
    recordsList(
      {
        none: words.storeCount(0),
        caption: words.storeCount(storageUse.length),
        columns: [words.columns.store, words.columns.files, words.columns.room, words.columns.ways],
        nodes: storageUse,
        row: (use) => ({
          head: [
            use.driver.label,
            ' ',
            use.isDefault ? badge('released', words.defaultStore) : null,
            h('p', null, `${use.driver.name}, ${use.driver.type}`),
          ],
          cells: [
            [words.files(use.fileCount), h('div', null, fileSize(use.fileBytes))],
            roomText(use, messages),
            [use.driver.directUpload ? words.directUpload : null, use.driver.directDownload ? words.directDownload : null]
              .filter((text) => text !== null)
              .join(', '),
          ],
        }),
      },
      messages,
    ),
    h('p', { class: 'quiet' }, words.storesText),
  );
}

function sitesSection({ storageSites: { totalCount, nodes } }: PageOfStorageQuery, told: Told, messages: Messages): ComponentChildren {
  const { operating: words } = messages;
  const { typed = () => '', faults } = told;
  const field = (name: string, label: string, hint?: string, required = true): ComponentChildren =>
    textField({ name, label, value: typed(name), fault: faults?.get(name), required, ...(hint === undefined ? {} : { hint }) });
  return [
    section(
      'sites',
      words.sites,
      h('p', null, words.sitesText),
      recordsList(
        {
          none: words.noSites,
          caption: words.siteCount(totalCount),
          columns: [words.columns.site, words.columns.protocols, words.columns.change],
          nodes,
          row: (site) => ({
            head: [
              site.hostname,
              ' ',
              site.primaryStorage ? badge('released', words.primary) : null,
              site.name === null ? null : h('p', null, site.name),
            ],
            cells: [
              site.transferProtocols,
              [
                site.primaryStorage
                  ? lineButton(ACTION, { id: String(site.databaseId), does: 'secondary' }, words.makeSecondary, site.hostname)
                  : lineButton(ACTION, { id: String(site.databaseId), does: 'primary' }, words.makePrimary, site.hostname),
                lineButton(ACTION, { id: String(site.databaseId), does: 'remove' }, words.removeSite, site.hostname),
              ],
            ],
          }),
        },
        messages,
      ),
    ),
    section(
      'new-site',
      words.newSite,
      postButton(ACTION, { does: 'add' }, words.addSite, [
        field('hostname', words.hostname),
        field('siteName', words.siteName, undefined, false),
        field('transferProtocols', words.protocols, words.protocolsHint),
      ]),
    ),
  ];
}

async function show({ run, messages }: AdministrationCall, told: Told): Promise<AdministrationAnswer> {
  const { operating: words } = messages;
  const shown = await run(PageOfStorageDocument, {});
  return administrationPage(
    messages,
    { title: words.storageTitle, done: words.storageDone, told },
    storesSection(shown, messages),
    sitesSection(shown, told, messages),
  );
}

const setPrimary =
  (primaryStorage: boolean): Deed =>
  ({ run }, text) =>
    run(PageSetPrimaryStorageSiteDocument, { input: { databaseId: idIn(text('id')), primaryStorage } });

const deeds: Readonly<Record<string, Deed>> = {
  add: ({ run }, text) => {
    const name = text('siteName').trim();
    const input = {
      hostname: text('hostname').trim(),
      name: name === '' ? null : name,
      primaryStorage: false,
      transferProtocols: text('transferProtocols').trim(),
    };
    return run(PageCreateStorageSiteDocument, { input });
  },
  primary: setPrimary(true),
  secondary: setPrimary(false),
  remove: ({ run }, text) => run(PageDeleteStorageSiteDocument, { input: { databaseId: idIn(text('id')) } }),
};

export const storagePage = deedPage({
  deeds,
  show,
  location: (done) => paths.storage(done),
  labels: ({ messages: { operating: words } }) => ({ hostname: words.hostname, transferProtocols: words.protocols }),
});

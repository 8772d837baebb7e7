/**
 * Every use case of Dataverse's client for JavaScript, each of which calls a method of its repositories, on a server.
 *
 * `node javascript_client_journey.mjs <address> <token of a superuser> <folder with node_modules>`: prints by use case `done`, or what the
 * client says, and some of what it read, as JSON on the last line.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { argv } from 'node:process';

const [, , address, token, folder] = argv;
const client = createRequire(join(folder, 'package.json'))('@iqss/dataverse-client-javascript');
const { ApiConfig, DatasetNotNumberedVersion, VersionUpdateType, CollectionItemType, PublicationStatus, FileAccessStatus } = client;
ApiConfig.init(`${address}/api/v1`, 'api-key', token);

const outcomes = {};
const read = {};

/** Calls a use case, notes what came of it, and gives what it gives. Of several calls, the one that failed counts. */
async function call(name, ...args) {
  try {
    const given = await client[name].execute(...args);
    outcomes[name] ??= 'done';
    return given;
  } catch (error) {
    outcomes[name] = error.message;
    return undefined;
  }
}

async function send(method, path, body) {
  const answer = await fetch(`${address}/api/v1${path}`, { method, headers: { 'X-Dataverse-key': token }, body });
  return answer.json();
}

read.version = (await call('getDataverseVersion'))?.number.split('.').length;
read.zipLimit = await call('getZipDownloadLimit');
for (const [setting, value] of [
  [':MaxEmbargoDurationInMonths', '12'],
  [':DatasetPublishPopupCustomText', 'Sure?'],
  [':PublishDatasetDisclaimerText', 'I may.'],
]) {
  await send('PUT', `/admin/settings/${setting}`, value);
}
read.embargo = await call('getMaxEmbargoDurationInMonths');
read.popup = await call('getDatasetPublishPopupCustomText');
read.disclaimer = await call('getPublishDatasetDisclaimerText');
await call('getApplicationTermsOfUse');
read.formats = Object.keys((await call('getAvailableDatasetMetadataExportFormats')) ?? {}).includes('oai_dc');
read.services = (await call('getSearchServices'))?.length;
read.licenses = (await call('getAvailableStandardLicenses'))?.length > 0;
read.me = (await call('getCurrentAuthenticatedUser'))?.superuser;
await call('getCurrentApiToken');
read.block = (await call('getMetadataBlockByName', 'citation'))?.name;
read.blocks = (await call('getAllMetadataBlocks'))?.length > 3;
read.facetable = (await call('getAllFacetableMetadataFields'))?.length > 0;
read.selectable = (await call('getUserSelectableRoles'))?.map(({ alias }) => alias).includes('member');
await call('getDatasetSummaryFieldNames');

// Collections.
const lab = {
  alias: 'station',
  name: 'Station',
  contacts: ['lab@example.org'],
  type: 'LABORATORY',
  description: 'Birds of the coast.',
  inheritMetadataBlocksFromParent: true,
  inheritFacetsFromParent: true,
};
read.collection = typeof (await call('createCollection', lab, ':root'));
await call('createCollection', { ...lab, alias: 'archive', name: 'Archive' }, ':root');
await call('updateCollection', 'station', { ...lab, name: 'Field station', affiliation: 'Coast' });
read.name = (await call('getCollection', 'station'))?.name;
read.facets = (await call('getCollectionFacets', ':root'))?.length > 0;
read.collectionBlocks = (await call('getCollectionMetadataBlocks', 'station', true))?.map(({ name }) => name);
read.mayPublish = (await call('getCollectionUserPermissions', 'station'))?.canPublishCollection;
await call('publishCollection', 'station');
await call('publishCollection', 'archive');
await call('linkCollection', 'station', 'archive');
read.links = (await call('getCollectionLinks', 'station'))?.collectionsLinkingToThis.map(({ alias }) => alias);
read.linkable = (await call('getCollectionsForLinking', 'collection', 'station', '', true))?.map(({ alias }) => alias);
await call('unlinkCollection', 'station', 'archive');

// A dataset.
const values = (title) => ({
  license: undefined,
  metadataBlockValues: [
    {
      name: 'citation',
      fields: {
        title,
        author: [{ authorName: 'Doe, Jane', authorAffiliation: 'Coast' }],
        datasetContact: [{ datasetContactName: 'Doe, Jane', datasetContactEmail: 'jane@example.org' }],
        dsDescription: [{ dsDescriptionValue: 'Counted at dawn.' }],
        subject: ['Earth and Environmental Sciences'],
      },
    },
  ],
});
const created = (await call('createDataset', values('Gulls'), 'station')) ?? {};
const dataset = created.numericId;
read.pid = created.persistentId?.startsWith('doi:');
await call('updateDataset', dataset, values('Gulls and terns'));
read.draft = (await call('getDataset', dataset, DatasetNotNumberedVersion.DRAFT))?.metadataBlocks[0].fields.title;
read.byPid = (await call('getDataset', created.persistentId, DatasetNotNumberedVersion.LATEST))?.id === dataset;
read.citation = (await call('getDatasetCitation', dataset, DatasetNotNumberedVersion.DRAFT))?.includes('DRAFT VERSION');
for (const format of ['EndNote', 'RIS', 'BibTeX', 'CSL', 'Internal']) {
  await call('getDatasetCitationInOtherFormats', dataset, DatasetNotNumberedVersion.DRAFT, format);
}
read.mayEdit = (await call('getDatasetUserPermissions', dataset))?.canEditDataset;
read.locks = await call('getDatasetLocks', dataset);
read.categories = await call('getDatasetAvailableCategories', dataset);
read.driver = Object.keys((await call('getDatasetStorageDriver', dataset)) ?? {}).includes('directUpload');
read.limits = await call('getDatasetUploadLimits', dataset);
await call('updateDatasetLicense', dataset, { name: 'CC0 1.0' });
await call('updateTermsOfAccess', dataset, { fileAccessRequest: true, termsOfAccessForRestrictedFiles: 'Ask.' });

// Files, past the form of the server.
const notes = new File(['Seen at dawn.\n'], 'notes.txt', { type: 'text/plain' });
const upload = async (file) => {
  const storageId = await call('uploadFile', dataset, file, () => {}, new AbortController());
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return {
    fileName: file.name,
    storageId,
    checksumType: 'SHA-256',
    checksumValue: Buffer.from(digest).toString('hex'),
    mimeType: file.type,
  };
};
await call('addUploadedFilesToDataset', dataset, [
  { ...(await upload(notes)), description: 'Notes', directoryLabel: 'field', categories: ['Data'] },
]);
const second = new File(['Seen at night.\n'], 'more.txt', { type: 'text/plain' });
await call('addUploadedFilesToDataset', dataset, [await upload(second)]);
await call('addUploadedFilesToDataset', dataset, [await upload(new File(['site,birds\nA,12\nB,7\n'], 'table.csv', { type: 'text/csv' }))]);
/** The server reads the table after the answer, and publishes so. */
async function unlocked() {
  for (let tries = 0; tries < 200; tries += 1) {
    const locks = await client.getDatasetLocks.execute(dataset);
    if (locks.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
await unlocked();
const files = (await call('getDatasetFiles', dataset, DatasetNotNumberedVersion.DRAFT)) ?? { files: [] };
read.files = files.files.map(({ name, directoryLabel }) => [name, directoryLabel]);
const [more, first, table] = files.files.map(({ id }) => id);
read.found = (
  await call('getDatasetFiles', dataset, DatasetNotNumberedVersion.DRAFT, false, 10, 0, {
    searchText: 'notes',
    accessStatus: FileAccessStatus.PUBLIC,
  })
)?.totalFilesCount;
read.counts = (await call('getDatasetFileCounts', dataset, DatasetNotNumberedVersion.DRAFT))?.total;
read.size = await call('getDatasetFilesTotalDownloadSize', dataset, DatasetNotNumberedVersion.DRAFT);
await call('updateFileMetadata', first, { label: 'notes.txt', description: 'Told anew', directoryLabel: 'field', categories: ['Data'] });
await call('updateFileCategories', first, ['Documentation'], true);
await call('updateFileTabularTags', table, ['Survey']);
await call('restrictFile', more, { restrict: true, enableAccessRequest: true, termsOfAccess: 'Ask.' });
await call('restrictFile', more, { restrict: false });
read.file = (await call('getFile', first, DatasetNotNumberedVersion.DRAFT))?.description;
read.fileAndDataset = (await call('getFileAndDataset', first, DatasetNotNumberedVersion.DRAFT))?.[1].persistentId === created.persistentId;
read.fileCitation = (await call('getFileCitation', first, DatasetNotNumberedVersion.DRAFT))?.includes('notes.txt');
read.filePermissions = (await call('getFileUserPermissions', first))?.canEditOwnerDataset;
read.variables = (await call('getFileDataTables', table))?.[0]?.dataVariables.map(({ name }) => name);

// A look at a draft by its private address.
const privateUrl = (await send('POST', `/datasets/${dataset}/privateUrl`)).data.token;
read.privately = (await call('getPrivateUrlDataset', privateUrl))?.metadataBlocks[0].fields.title;
read.privateCitation = typeof (await call('getPrivateUrlDatasetCitation', privateUrl));

// Published, edited, compared.
await call('publishDataset', dataset, VersionUpdateType.MAJOR);
await unlocked();
read.state = (await call('getDataset', dataset, '1.0'))?.versionInfo.state;
const replacing = await upload(new File(['Seen at noon.\n'], 'notes.txt', { type: 'text/plain' }));
const replaced = await call('replaceFile', first, { ...replacing, forceReplace: true });
read.versionsOfFile = (await call('getFileVersionSummaries', replaced))?.summaries.length;
await call('deleteFile', more);
read.deleted = await call('isFileDeleted', more);
read.difference = (await call('getDatasetVersionDiff', dataset, '1.0', ':draft'))?.filesRemoved?.length;
read.summaries = (await call('getDatasetVersionsSummaries', dataset))?.totalCount;
await call('deleteDatasetDraft', dataset);
read.downloads = (await call('getDatasetDownloadCount', dataset, true))?.downloadCount;
await call('getFileDownloadCount', first);
await call('linkDataset', dataset, 'archive');
read.linked = (await call('getDatasetLinkedCollections', dataset))?.map(({ alias }) => alias);
await call('getCollectionsForLinking', 'dataset', created.persistentId, '', true);
await call('unlinkDataset', dataset, 'archive');

// Found.
read.items = (
  await call('getCollectionItems', 'station', 10, 0, { searchText: 'gulls', itemTypes: [CollectionItemType.DATASET] }, undefined, true)
)?.items.map(({ title }) => title);
read.previews = (await call('getAllDatasetPreviews', 10, 0))?.totalDatasetCount;
const roles = (await send('GET', '/roles/userSelectable')).data.map(({ id }) => id);
read.own =
  (
    await call(
      'getMyDataCollectionItems',
      roles,
      [CollectionItemType.COLLECTION, CollectionItemType.DATASET],
      [PublicationStatus.Published],
      10,
      1,
    )
  )?.totalItemCount > 0;

// Types of datasets, tools, notifications, messages.
read.types = (await call('getDatasetAvailableDatasetTypes'))?.map(({ name }) => name);
const type = await call('addDatasetType', { name: 'software', displayName: 'Software', linkedMetadataBlocks: [], availableLicenses: [] });
read.type = (await call('getDatasetAvailableDatasetType', 'software'))?.id === type?.id;
await call('linkDatasetTypeWithMetadataBlocks', type?.id, ['geospatial']);
await call('setAvailableLicensesForDatasetType', type?.id, ['CC0 1.0']);
await call('deleteDatasetType', type?.id);
const manifest = {
  displayName: 'Explorer',
  description: 'Explores.',
  toolUrl: 'https://tools.example.org',
  types: ['explore'],
  httpMethod: 'GET',
  toolParameters: { queryParameters: [{ id: '{datasetId}' }] },
};
const forDataset = (await send('POST', '/externalTools', JSON.stringify({ ...manifest, scope: 'dataset' }))).data.id;
const ofFiles = { ...manifest, scope: 'file', contentType: 'text/plain', toolParameters: { queryParameters: [{ file: '{fileId}' }] } };
const forFile = (await send('POST', '/externalTools', JSON.stringify(ofFiles))).data.id;
read.tools = (await call('getExternalTools'))?.length;
read.toolUrl = (
  await call('getDatasetExternalToolResolved', dataset, forDataset, { preview: false, locale: 'en' })
)?.toolUrlResolved.startsWith('https://tools.example.org');
await call('getFileExternalToolResolved', first, forFile, { preview: true, locale: 'en' });
const notifications = (await call('getAllNotificationsByUser', true, false, 50, 0))?.notifications ?? [];
read.unread = (await call('getUnreadNotificationsCount')) > 0;
await call('markNotificationAsRead', notifications[0]?.id);
await call('deleteNotification', notifications[0]?.id);
await call('submitContactInfo', { targetId: dataset, subject: 'A question', body: 'How many?', fromEmail: 'reader@example.org' });

// Guestbooks.
const book = {
  name: 'Visitors',
  enabled: true,
  emailRequired: false,
  nameRequired: false,
  institutionRequired: false,
  positionRequired: false,
  customQuestions: [],
};
const bookId = await call('createGuestbook', book, 'station');
await call('getGuestbook', bookId ?? 1);
await call('getGuestbooksByCollectionId', 'station');
await call('setGuestbookEnabled', 'station', bookId ?? 1, true);
await call('assignDatasetGuestbook', dataset, bookId ?? 1);
const response = { guestbookResponse: { name: 'Jane', email: 'jane@example.org' } };
await call('submitGuestbookForDatafileDownload', first, response);
await call('submitGuestbookForDatafilesDownload', [first], response);
await call('submitGuestbookForDatasetDownload', dataset, response);
await call('submitGuestbookForDatasetVersionDownload', dataset, '1.0', response);
await call('removeDatasetGuestbook', dataset);

// Templates.
await call(
  'createTemplate',
  { name: 'Usual', fields: [{ typeName: 'title', multiple: false, typeClass: 'primitive', value: 'Counts' }] },
  'station',
);
const template = (await call('getTemplatesByCollectionId', 'station'))?.[0]?.id;
await call('getTemplate', template ?? 1);
await call('setTemplateAsDefault', template ?? 1, 'station');
await call('unsetTemplateAsDefault', 'station');
await call('deleteTemplate', template ?? 1);

// What a collection shows first.
const shown = await call('updateCollectionFeaturedItems', 'station', [
  { type: 'custom', content: '<p>Welcome</p>', displayOrder: 0, keepFile: false },
]);
await call('getCollectionFeaturedItems', 'station');
await call('deleteCollectionFeaturedItem', shown?.[0]?.id ?? 1);
await call('deleteCollectionFeaturedItems', 'station');

// The end.
await call('deaccessionDataset', dataset, '1.0', { deaccessionReason: 'Counted wrongly.' });
await call('createCollection', { ...lab, alias: 'brief', name: 'Brief' }, ':root');
await call('deleteCollection', 'brief');
await call('registerUser', { username: 'jane', firstName: 'Jane', lastName: 'Doe', emailAddress: 'jane@example.org', termsAccepted: true });
await call('logout');
const renewed = await call('recreateCurrentApiToken');
ApiConfig.init(`${address}/api/v1`, 'api-key', renewed?.apiToken);
await call('deleteCurrentApiToken');

const useCases = Object.entries(client).flatMap(([name, value]) => (typeof value?.execute === 'function' ? [name] : []));
console.log(JSON.stringify({ outcomes, read, notCalled: useCases.filter((name) => outcomes[name] === undefined) }));

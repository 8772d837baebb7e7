/** Datasets in every state that a page can show, made through the API. */
import {
  addFile,
  createCollection,
  createDataset,
  exampleDataset,
  publishDataset,
  type SeededCollection,
  type SeededDataset,
  succeeded,
  superuser,
} from './seed.ts';
import type { TestServer } from './server.ts';

export const HOSTILE_TITLE = `</script><script>alert(1)</script> "quoted" 'ticked' & \u202eevil\u202c <b>bold</b>`;

export interface PageWorld {
  readonly collection: SeededCollection;
  readonly published: SeededDataset;
  /** An open file and a restricted one of `published`. */
  readonly openFile: number;
  readonly restrictedFile: number;
  readonly hostile: SeededDataset;
  readonly withdrawn: SeededDataset;
  readonly withdrawnFile: number;
  readonly draft: SeededDataset;
  readonly draftFile: number;
  readonly privateToken: string;
  readonly anonymous: SeededDataset;
  readonly anonymousToken: string;
  readonly destroyed: SeededDataset;
}

/** A title that says which dataset it is of; no other text holds it. */
export const DRAFT_TITLE = 'Unpublished secrets of the estuary';

type Version = Readonly<Record<string, unknown>>;

/** The smallest example under another title. */
function datasetEntitled(title: string): { readonly datasetVersion: Version } {
  const text = JSON.stringify(exampleDataset('minimal'));
  const copy: { datasetVersion: Version & { metadataBlocks: { citation: { fields: { typeName: string; value: unknown }[] } } } } =
    JSON.parse(text);
  const { fields } = copy.datasetVersion.metadataBlocks.citation;
  for (const field of fields) if (field.typeName === 'title') field.value = title;
  return copy;
}

/** Creates all of them. */
export async function createPageWorld(server: TestServer): Promise<PageWorld> {
  const admin = superuser(server);
  const { rest } = admin;
  const collection = await createCollection(admin, { name: 'Coast & estuary <lab>' });

  const create = async (title: string): Promise<SeededDataset> => {
    const answer = succeeded(await rest.post(`/api/collections/${collection.alias}/datasets`, datasetEntitled(title)));
    return { id: answer.number('data.id'), persistentId: answer.text('data.persistentId') };
  };
  const privateToken = async ({ id }: SeededDataset, anonymized: boolean): Promise<string> =>
    succeeded(await rest.post(`/api/datasets/${id}/privateUrl?anonymizedAccess=${anonymized}`)).text('data.token');

  const published = await createDataset(admin, collection, 'social-science-survey');
  const openFile = await addFile(admin, published, { name: 'open.csv', bytes: 'a,b\n1,2\n', jsonData: { directoryLabel: 'data/2024' } });
  const restrictedFile = await addFile(admin, published, { name: 'closed.txt', jsonData: { restrict: true, description: 'Not for all' } });
  await publishDataset(admin, published);
  succeeded(
    await rest.put(`/api/datasets/${published.id}/editMetadata?replace=true`, {
      fields: [{ typeName: 'subtitle', value: 'Second edition' }],
    }),
  );
  await publishDataset(admin, published, 'minor');

  const hostile = await create(HOSTILE_TITLE);
  await addFile(admin, hostile, { name: 'x.txt', jsonData: { description: '<img src=x onerror=alert(1)>' } });
  await publishDataset(admin, hostile);

  const withdrawn = await create('A grid that was wrong');
  const withdrawnFile = await addFile(admin, withdrawn, { name: 'grid.csv' });
  await publishDataset(admin, withdrawn);
  succeeded(
    await rest.post(`/api/datasets/${withdrawn.id}/versions/1.0/deaccession`, {
      deaccessionReason: 'The instrument was not calibrated.',
      deaccessionForwardURL: 'https://data.example.org/better',
    }),
  );

  const draft = await create(DRAFT_TITLE);
  const draftFile = await addFile(admin, draft, { name: 'secret-readings.txt' });
  succeeded(await rest.send('/api/admin/settings/:AnonymizedFieldTypeNames', { method: 'PUT', raw: 'author,datasetContact' }));
  const anonymous = await create('Whose data are these');
  await addFile(admin, anonymous, { name: 'readings.txt' });

  const destroyed = await create('A dataset that went');
  await publishDataset(admin, destroyed);
  succeeded(await rest.delete(`/api/datasets/${destroyed.id}/destroy`));

  return {
    collection,
    published,
    openFile,
    restrictedFile,
    hostile,
    withdrawn,
    withdrawnFile,
    draft,
    draftFile,
    privateToken: await privateToken(draft, false),
    anonymous,
    anonymousToken: await privateToken(anonymous, true),
    destroyed,
  };
}

/** Addresses of one page of each kind and state, with its status. */
export function pagesOf(world: PageWorld): readonly (readonly [name: string, path: string, status: number])[] {
  return [
    ['the home page', '/', 200],
    ['a published dataset', `/dataset.xhtml?persistentId=${world.published.persistentId}`, 200],
    ['an older version of it', `/dataset.xhtml?persistentId=${world.published.persistentId}&version=1.0`, 200],
    ['a dataset with a hostile title', `/dataset.xhtml?persistentId=${world.hostile.persistentId}`, 200],
    ['a withdrawn dataset', `/dataset.xhtml?persistentId=${world.withdrawn.persistentId}`, 200],
    ['a draft', `/dataset.xhtml?persistentId=${world.draft.persistentId}`, 401],
    ['a draft asked for as such', `/dataset.xhtml?persistentId=${world.published.persistentId}&version=DRAFT`, 401],
    ['a destroyed dataset', `/dataset.xhtml?persistentId=${world.destroyed.persistentId}`, 404],
    ['an unknown dataset', '/dataset.xhtml?persistentId=doi:10.5072/FK2/NOSUCH', 404],
    ['an unknown version', `/dataset.xhtml?persistentId=${world.published.persistentId}&version=9.0`, 404],
    ['no dataset', '/dataset.xhtml', 400],
    ['an open file', `/file.xhtml?fileId=${world.openFile}`, 200],
    ['a file in a version', `/file.xhtml?fileId=${world.openFile}&version=1.0`, 200],
    ['a restricted file', `/file.xhtml?fileId=${world.restrictedFile}`, 200],
    ['a withdrawn file', `/file.xhtml?fileId=${world.withdrawnFile}`, 200],
    ['a file of a draft', `/file.xhtml?fileId=${world.draftFile}`, 401],
    ['an unknown file', '/file.xhtml?fileId=99999', 404],
    ['a collection', `/collection/${world.collection.alias}`, 200],
    ['a search for everything', '/search', 200],
    ['a search', '/search?q=household&kind=datasets&order=newest', 200],
    ['a search in a collection, narrowed down', `/search?in=${world.collection.alias}&filter=subject_ss:%22Social+Sciences%22`, 200],
    ['a search that finds nothing', '/search?q=nothingofthatsort', 200],
    ['a search beyond its end', '/search?page=4000', 200],
    ['a search with a filter that is none', '/search?filter=a:(', 400],
    ['a search in an unknown collection', '/search?in=no-such', 404],
    ['an unknown collection', '/collection/no-such', 404],
    ['a private URL', `/previewurl.xhtml?token=${world.privateToken}`, 200],
    ['an anonymised private URL', `/previewurl.xhtml?token=${world.anonymousToken}`, 200],
    ['an unknown private URL', '/previewurl.xhtml?token=3f0e4f1c-0000-4000-8000-000000000000', 404],
  ];
}

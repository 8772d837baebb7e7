import { setBlockFacetRoot, setBlockFacets } from '../../../../src/domain/collections/block-facets.ts';
import {
  setCollectionFacets,
  setCollectionMetadataBlocks,
  setMetadataBlockRoot,
  viewMetadataBlockRoot,
} from '../../../../src/domain/collections/collection-blocks.ts';
import { createCollection } from '../../../../src/domain/collections/create-collection.ts';
import { deleteCollection } from '../../../../src/domain/collections/delete-collection.ts';
import { clearFeaturedCollections, featureCollections } from '../../../../src/domain/collections/feature-collections.ts';
import { linkCollection, linkFoundCollection, unlinkCollection } from '../../../../src/domain/collections/link-collection.ts';
import { listCollectionLinks, listLinkableCollections } from '../../../../src/domain/collections/list-links.ts';
import { setCollectionMetadataLanguage } from '../../../../src/domain/collections/metadata-languages.ts';
import { moveCollection } from '../../../../src/domain/collections/move-collection.ts';
import { admitCollectionPublication, publishCollection } from '../../../../src/domain/collections/publish-collection.ts';
import { setCollectionInputLevels } from '../../../../src/domain/collections/set-input-levels.ts';
import { collectionStorageSize } from '../../../../src/domain/collections/storage-size.ts';
import { admitCollectionUpdate, updateCollection } from '../../../../src/domain/collections/update-collection.ts';
import { viewCollectionWithContents } from '../../../../src/domain/collections/view-collection-with-contents.ts';
import { viewCollection, viewCollectionById } from '../../../../src/domain/collections/view-collection.ts';
import { createDataset } from '../../../../src/domain/datasets/creation/create-dataset.ts';
import { versionBody } from '../domain-world.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';
import { freshAlias, type GateCase, type GateTable, type GateTarget } from './gate-case.ts';

const whileUnpublished = ({ published }: GateTarget): 'Public' | 'ViewUnpublishedCollection' =>
  published ? 'Public' : 'ViewUnpublishedCollection';
const editing = (run: GateCase['run']): GateCase => ({ requires: 'EditCollection', run });

const contacts = [{ contactEmail: 'a@example.org' }];

/** Source: collections.md 5, 11.2. */
export const collectionGates: GateTable = {
  viewCollectionById: { requires: whileUnpublished, run: (context, { collectionId }) => viewCollectionById(context, collectionId) },
  viewCollection: { requires: whileUnpublished, run: (context, { collectionId }) => viewCollection(context, { id: collectionId }) },
  viewCollectionWithContents: {
    requires: whileUnpublished,
    run: (context, { collectionId }) =>
      viewCollectionWithContents(context, { collection: { id: collectionId }, asked: { limit: 100, newest: false, firstFiles: null } }),
  },
  collectionStorageSize: {
    requires: 'ManageCollectionPermissions',
    run: (context, { collectionId }) => collectionStorageSize(context, { collection: { id: collectionId }, includeCached: false }),
  },
  createCollection: {
    requires: 'AddCollection',
    run: (context, { collectionId }) =>
      createCollection(context, { owner: { id: collectionId }, alias: freshAlias(), name: 'Child', contacts }),
  },
  'createCollection without an owner': {
    requires: 'LoggedIn',
    run: (context) => createCollection(context, { alias: freshAlias(), name: 'Root', contacts }),
  },
  createDataset: {
    requires: 'AddDataset',
    run: (context, { collectionId }) => createDataset(context, { collection: { id: collectionId }, datasetVersion: versionBody('New') }),
  },
  updateCollection: editing((context, { collectionId }) => updateCollection(context, { collection: { id: collectionId }, name: 'Other' })),
  publishCollection: {
    requires: 'PublishCollection',
    changes: true,
    run: (context, { collectionId }) => publishCollection(context, { collection: { id: collectionId } }),
  },
  admitCollectionUpdate: editing((context, { collectionId }) =>
    admitCollectionUpdate(context, { collection: { id: collectionId }, name: 'Other' }),
  ),
  admitCollectionPublication: {
    requires: 'PublishCollection',
    run: (context, { collectionId }) => admitCollectionPublication(context, { id: collectionId }),
  },
  deleteCollection: {
    requires: 'DeleteCollection',
    // It holds something, which is found out behind the gate.
    run: (context, { collectionId }) => deleteCollection(context, { collection: { id: collectionId } }),
  },
  setCollectionInputLevels: editing((context, { collectionId }) =>
    setCollectionInputLevels(context, { collection: { id: collectionId }, inputLevels: [] }),
  ),
  setCollectionMetadataLanguage: editing((context, { collectionId }) =>
    setCollectionMetadataLanguage(context, { collection: { id: collectionId }, language: null }),
  ),
  setCollectionFacets: editing((context, { collectionId }) =>
    setCollectionFacets(context, { collection: { id: collectionId }, fieldNames: [] }),
  ),
  setBlockFacetRoot: {
    ...editing((context, { collectionId }) => setBlockFacetRoot(context, { collection: { id: collectionId }, isRoot: true })),
    // Where it is so already, no permission is asked for.
    changes: true,
  },
  setBlockFacets: editing((context, { collectionId }) => setBlockFacets(context, { collection: { id: collectionId }, blocks: [] })),
  setCollectionMetadataBlocks: editing((context, { collectionId }) =>
    setCollectionMetadataBlocks(context, { collection: { id: collectionId }, blocks: [] }),
  ),
  setMetadataBlockRoot: editing((context, { collectionId }) =>
    setMetadataBlockRoot(context, { collection: { id: collectionId }, isRoot: true }),
  ),
  viewMetadataBlockRoot: {
    requires: ['LoggedIn', 'EditCollection'],
    run: (context, { collectionId }) => viewMetadataBlockRoot(context, { id: collectionId }),
  },
  featureCollections: editing((context, { collectionId }) =>
    featureCollections(context, { collection: { id: collectionId }, aliases: ['nowhere'] }),
  ),
  clearFeaturedCollections: editing((context, { collectionId }) => clearFeaturedCollections(context, { collection: { id: collectionId } })),
  moveCollection: {
    requires: 'Superuser',
    run: (context, { collectionId }, { rootId }) =>
      moveCollection(context, { collection: { id: collectionId }, target: { id: rootId }, force: false }),
  },
  linkCollection: {
    requires: 'Superuser',
    run: (context, { collectionId, otherCollectionId }) =>
      linkCollection(context, { linked: { id: otherCollectionId }, linking: { id: collectionId } }),
  },
  linkFoundCollection: {
    requires: 'LinkCollection',
    changes: true,
    run: (context, { collectionId, otherCollectionId }) =>
      linkFoundCollection(context, { linked: { id: otherCollectionId }, linking: { id: collectionId } }),
  },
  unlinkCollection: {
    requires: 'Superuser',
    run: (context, { collectionId, otherCollectionId }) =>
      unlinkCollection(context, { linked: { id: otherCollectionId }, linking: { id: collectionId } }),
  },
  listCollectionLinks: {
    requires: 'Superuser',
    run: (context, { collectionId }) =>
      listCollectionLinks(context, { collection: { id: collectionId }, ends: 'linkedDatasets', ...WHOLE }),
  },
  listLinkableCollections: {
    requires: 'LoggedIn',
    run: (context, { collectionId }) =>
      listLinkableCollections(context, { key: { collection: { id: collectionId } }, searchTerm: '', alreadyLinking: false }),
  },
};

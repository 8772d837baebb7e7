/**
 * Fields that have a gate of their own: each is a whole guarded read over the name of its object, with its own permission and refusals. Where
 * nothing else is asked of a collection, dataset or file, the object itself need not be visible, and is not read. The contract has such
 * answers: the locks of a dataset are public, whoever may see the dataset.
 */
import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Those of access, collections, templates, external tools and checks. */
const ACCESS_HALF = {
  Collection: [
    'assignableRoles',
    'assignmentHistory',
    'featuredItems',
    'groups',
    'guestbookResponses',
    'guestbooks',
    'inheritsTemplates',
    'linkableCollections',
    'linkedCollections',
    'linkedDatasets',
    'linkingCollections',
    'ownsMetadataBlocks',
    'roleAssignments',
    'roles',
    'storageSizeBytes',
    'templates',
    'viewerPermissions',
    'webhooks',
  ],
  Dataset: [
    'assignmentHistory',
    'externalToolGrant',
    'externalToolLaunch',
    'fileAssignmentHistory',
    'filesFixity',
    'guestbookTime',
    'linkableCollections',
    'metrics',
    'recordsCheck',
    'roleAssignments',
    'storageDriver',
    'viewerPermissions',
  ],
  DataFile: ['externalToolGrant', 'externalToolLaunch'],
} as const;

/** By type; each resolver takes the `key` of its model, and nothing else of it. */
export const OWN_GATES = {
  Collection: new Set([
    ...ACCESS_HALF.Collection,
    'curationLabelSet',
    'datasetSchema',
    'logoLimits',
    'storageDriver',
    'storageQuota',
    'storageUseBytes',
  ]),
  Dataset: new Set([
    ...ACCESS_HALF.Dataset,
    'allowedCurationLabels',
    'archivalStatus',
    'curationLabelSet',
    'curationStatuses',
    'diff',
    'downloadCount',
    'export',
    'fileCategories',
    'locks',
    'pidGenerator',
    'privateUrl',
    'remainingUploads',
    'storageQuota',
    'storageSizeBytes',
    'storageUseBytes',
    'thumbnailCandidates',
    'thumbnailLimits',
    'timestamps',
    'uploadLimits',
    'version',
    'versionBag',
    'versionSummaries',
    'versionsSlice',
    'viewerCanAddFiles',
  ]),
  DataFile: new Set([
    ...ACCESS_HALF.DataFile,
    'accessRequests',
    'auxiliaryFileDownload',
    'auxiliaryFileLimits',
    'auxiliaryFiles',
    'bundle',
    'dataTable',
    'download',
    'history',
    'inVersion',
    'isDeleted',
    'provenance',
    'replacementLimits',
    'variableDescription',
    'viewerAccess',
    'viewerCanEdit',
    'viewerHasRequestedAccess',
    'withdrawn',
  ]),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;

function isAmong(names: ReadonlySet<string>, name: string): boolean | undefined {
  return name === '__typename' ? undefined : names.has(name);
}

/** Whether all fields of a selection are among these; undefined where it has none. */
function holdsOnly(names: ReadonlySet<string>, selection: SelectionSetNode | undefined, info: GraphQLResolveInfo): boolean | undefined {
  let found: boolean | undefined;
  for (const node of selection?.selections ?? []) {
    const inner = node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value]?.selectionSet : node.selectionSet;
    const only = node.kind === Kind.FIELD ? isAmong(names, node.name.value) : holdsOnly(names, inner, info);
    if (only === false) return false;
    found ??= only;
  }
  return found;
}

/** Remembered for each place of a document, whose kept operations run again and again. */
const remembered = new WeakMap<FieldNode, boolean>();

/** Whether only fields with gates of their own are asked of the object being resolved. Directives are not evaluated. */
export function asksOnlyOwnGates(info: GraphQLResolveInfo, type: keyof typeof OWN_GATES): boolean {
  const asks = (node: FieldNode): boolean => {
    let answer = remembered.get(node);
    if (answer === undefined) {
      answer = holdsOnly(OWN_GATES[type], node.selectionSet, info) ?? false;
      remembered.set(node, answer);
    }
    return answer;
  };
  return info.fieldNodes.length > 0 && info.fieldNodes.every(asks);
}

/**
 * What plain lists ask for. Where an operation asks for nothing else of a dataset or collection, fewer columns are read, which is half of the
 * work of PostgreSQL (docs/adr/0109-plain-lists-read-few-columns.md). A field that is not here has all columns read; one that is here and needs another column fails in
 * `test/integration/brief-fields.test.ts`.
 */
import { type FieldNode, type GraphQLResolveInfo, isObjectType, Kind, type SelectionSetNode } from 'graphql';

/** Fields by type: of values true, of objects the type whose fields are asked for below. */
export const BRIEF_FIELDS = {
  Collection: {
    id: true,
    databaseId: true,
    alias: true,
    name: true,
    affiliation: true,
    description: true,
    collectionType: true,
    contents: 'CollectionContentConnection',
  },
  CollectionContentConnection: { nodes: 'CollectionContent', edges: 'CollectionContentEdge', pageInfo: true, totalCount: true },
  CollectionContentEdge: { cursor: true, node: 'CollectionContent' },
  /** By an interface that datasets have. */
  CollectionContent: { id: true },
  Dataset: {
    id: true,
    databaseId: true,
    persistentId: true,
    persistentUrl: true,
    protocol: true,
    authority: true,
    separator: true,
    identifier: true,
    publisher: true,
    publicationDate: true,
    datasetType: true,
    latestVersion: 'DatasetVersion',
  },
  DatasetVersion: {
    id: true,
    databaseId: true,
    state: true,
    latestVersionState: true,
    versionNumber: true,
    versionMinorNumber: true,
    internalVersionNumber: true,
    title: true,
    releasedAt: true,
    publicationDate: true,
    files: 'FileMetadataConnection',
  },
  FileMetadataConnection: { nodes: 'FileMetadata', edges: 'FileMetadataEdge', pageInfo: true, totalCount: true },
  FileMetadataEdge: { cursor: true, node: 'FileMetadata' },
  FileMetadata: {
    id: true,
    databaseId: true,
    label: true,
    directoryLabel: true,
    description: true,
    restricted: true,
    dataFile: 'DataFile',
  },
  DataFile: {
    id: true,
    databaseId: true,
    persistentId: true,
    persistentUrl: true,
    contentType: true,
    friendlyType: true,
    sizeBytes: true,
    checksum: true,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, true | string>>>>;

type BriefType = keyof typeof BRIEF_FIELDS;

const fieldsOf: Readonly<Record<string, Readonly<Record<string, true | string>>>> = BRIEF_FIELDS;

function isBriefField(node: FieldNode, type: string, info: GraphQLResolveInfo): boolean {
  const name = node.name.value;
  if (name === '__typename') return true;
  const fields = fieldsOf[type];
  const below = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
  return below === true || (below !== undefined && isBrief(node.selectionSet, below, info));
}

function isBrief(selection: SelectionSetNode | undefined, type: string, info: GraphQLResolveInfo): boolean {
  return (selection?.selections ?? []).every((node) => {
    if (node.kind === Kind.FIELD) return isBriefField(node, type, info);
    const inner = node.kind === Kind.FRAGMENT_SPREAD ? info.fragments[node.name.value] : node;
    const condition = inner?.typeCondition?.name.value;
    // Where the type is one of several, the fragment says which; the members of an interface are asked by the names of the object.
    const within = condition !== undefined && isObjectType(info.schema.getType(condition)) ? condition : type;
    return isBrief(inner?.selectionSet, within, info);
  });
}

/** Remembered for each place of a document, whose kept operations run again and again. */
const remembered = new WeakMap<FieldNode, boolean>();

/** Whether nothing but what plain lists show is asked of the object being resolved. Directives are not evaluated. */
export function asksBriefly(info: GraphQLResolveInfo, type: BriefType): boolean {
  return info.fieldNodes.every((node) => {
    let answer = remembered.get(node);
    if (answer === undefined) {
      answer = isBrief(node.selectionSet, type, info);
      remembered.set(node, answer);
    }
    return answer;
  });
}

/** DataCite metadata of a file with an identifier of its own: what its dataset says, and what is different. Source: exports.md 6, datasets.md 12.2. */
import { persistentIdText } from '../../model/persistent-id.ts';
import { type DescribedVersion, describeDataset } from './describe-dataset.ts';
import type { DataciteMetadata } from './metadata-model.ts';
import { relatedPid } from './related-identifier.ts';

/** What a version says of a file. */
export interface DescribedFile {
  readonly label: string;
  readonly description: string | null;
  readonly restricted: boolean;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** Describes a file of a version. */
export function describeFile(version: Omit<DescribedVersion, 'files'>, file: DescribedFile): DataciteMetadata {
  const files = { anyRestricted: file.restricted, sizesBytes: [file.sizeBytes], contentTypes: [file.contentType], persistentIds: [] };
  const ofDataset = describeDataset({ ...version, files });
  return {
    ...ofDataset,
    titles: [{ title: file.label }],
    types: { ...ofDataset.types, resourceType: 'File' },
    // What stands for the dataset elsewhere does not stand for one of its files.
    alternateIdentifiers: [],
    relatedIdentifiers: [relatedPid(persistentIdText(version.pid), version.siteUrl, 'IsPartOf')],
    descriptions:
      file.description === null || file.description.trim() === ''
        ? ofDataset.descriptions.filter(({ descriptionType }) => descriptionType === 'Abstract')
        : [{ description: file.description, descriptionType: 'Abstract' }],
    geoLocations: [],
  };
}

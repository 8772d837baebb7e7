import type { Queryable } from '../../db/client.ts';
import type { DatasetRow } from '../../db/queries/datasets/datasets.ts';
import { currentDay } from '../../db/queries/gate/utc-day.ts';
import { readExportFacts } from '../../db/queries/exports/export-facts.ts';
import type { VersionRow } from '../../db/queries/versions/versions.ts';
import { plainCitation } from '../../formats/citation/plain-citation.ts';
import type { ExportSnapshot } from '../../formats/exports/export-snapshot.ts';
import type { DomainServices } from '../../kernel/services.ts';
import { citationYear } from '../../model/citation-date.ts';
import { textOf } from '../../model/metadata/metadata-values.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { datasetFacts, versionFacts } from '../datasets/native/native-facts.ts';
import { versionFiles } from '../datasets/native/version-files.ts';
import { shownMetadata } from '../metadata/shown-metadata.ts';
import { withoutVocabularyFillers } from '../metadata/filler.ts';
import { citedWork } from '../versions/citation/cited-work.ts';
import { openGroups, openVariables } from './exported-variables.ts';

export interface SnapshotScope {
  readonly db: Queryable;
  readonly services: Pick<DomainServices, 'installation' | 'storage' | 'settings' | 'blocks'>;
}

/** The metadata that leave the installation. */
function exportedMetadata(services: SnapshotScope['services'], metadata: VersionMetadata): VersionMetadata {
  const shown = Object.entries(shownMetadata(services, metadata)).map(
    ([block, fields]) => [block, withoutVocabularyFillers(fields)] as const,
  );
  return Object.fromEntries(shown.filter(([, fields]) => fields.length > 0));
}

function chosenDate(catalog: BlockCatalog, field: string | null, metadata: VersionMetadata): string | undefined {
  const definition = field === null ? undefined : catalog.findField(field);
  if (definition === undefined) return undefined;
  const { name, parent } = definition;
  return parent === null ? textOf(metadata, name) : textOf(metadata, parent, name);
}

/** Loads what all formats are written from. Source: exports.md 2. */
export async function loadSnapshot(scope: SnapshotScope, dataset: DatasetRow, version: VersionRow): Promise<ExportSnapshot> {
  const { db, services } = scope;
  const { installation, blocks, settings } = services;
  const { siteUrl } = installation;
  const name = installation.name();
  const catalog = blocks.current();
  const day = currentDay();
  const { shortDescription, anyRestricted, fileCount, changesOn, newestState, collections } = await readExportFacts(db, version.id, day);
  const metadata = exportedMetadata(services, version.metadata.value);
  const nativeBlocks = Object.entries(metadata).map(([block, fields]) => ({
    name: block,
    displayName: catalog.findBlock(block)?.displayName ?? block,
    nativeFields: fields,
  }));
  const facts = datasetFacts(services, dataset, fileCount);
  const files = versionFiles(scope, dataset, version);
  const license = version.license === null ? null : { ...version.license, shortDescription: shortDescription ?? '' };
  return {
    site: { url: siteUrl, name, softwareVersion: installation.version },
    day,
    changesOn,
    pid: dataset,
    dataset: facts,
    publishedAt: dataset.publishedAt,
    version: { ...versionFacts(facts, dataset, version, nativeBlocks), ...version, license, latestVersionState: newestState },
    metadata,
    catalog,
    collections,
    citation: {
      text: plainCitation(citedWork(dataset, version, { name, siteUrl, catalog })),
      year: citationYear({ dataset, version }, catalog),
    },
    chosenCitationDate: chosenDate(catalog, dataset.citationDateField, metadata),
    distributesOnlyWhenNotSet: settings.get(':ExportInstallationAsDistributorOnlyWhenNotSet') === true,
    anyRestricted,
    files,
    variables: () => openVariables(db, files(), day),
    variableGroups: (some) => openGroups(db, some, day),
  };
}

/** Makes exports of released versions and keeps them. Source: exports.md 1.4. */
import { hash } from 'node:crypto';
import type { Database, Transaction } from '../../db/client.ts';
import { findDataset } from '../../db/queries/datasets/datasets.ts';
import {
  completeExport,
  type ExportKey,
  findExportState,
  findKeptExport,
  insertExport,
  insertExportPiece,
  type KeptExport,
  lockExportsOf,
} from '../../db/queries/exports/kept-exports.ts';
import { findVersion } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Exporter } from '../../formats/exports/exporter.ts';
import { piecesOf, TextMeasure } from './exported-text.ts';
import { loadSnapshot, type SnapshotScope } from './load-snapshot.ts';
import { Places } from './places.ts';

/** Where exports are kept. */
export interface ExportScope extends SnapshotScope {
  readonly db: Database;
}

/** Attempts in all to make an export of a dataset that changes meanwhile. */
const MOST_ATTEMPTS = 3;

/** Each occupies a connection until it is made. */
const places = new Places(2);
/** What is being made in this process: requests at the same time wait for one. */
const underway = new WeakMap<Database, Map<string, Promise<KeptExport | undefined>>>();

/** Stands for what exports are made of beside the database. */
export function installationKey({ installation, settings, blocks }: SnapshotScope['services']): string {
  const { siteUrl, version, build } = installation;
  const chosen = [settings.get(':ExcludeEmailFromExport'), settings.get(':ExportInstallationAsDistributorOnlyWhenNotSet')];
  return hash('sha256', JSON.stringify([installation.name(), siteUrl, version, build, blocks.current().version, ...chosen]));
}

/** Writes an export of the newest released version; undefined when the dataset changed meanwhile, so that nothing may be kept. */
async function write(tx: Transaction, { services }: ExportScope, exporter: Exporter, key: ExportKey): Promise<KeptExport | undefined> {
  const dataset = await findDataset(tx, { id: key.datasetId }, []);
  const version = await findVersion(tx, key.datasetId, { states: ['RELEASED'] });
  if (dataset === undefined || version === undefined) return undefined;
  const snapshot = await loadSnapshot({ db: tx, services }, dataset, version);
  const measure = new TextMeasure();
  let id: number | undefined;
  let pieceCount = 0;
  for await (const piece of piecesOf(exporter, snapshot)) {
    measure.add(piece);
    if (id === undefined) id = await insertExport(tx, key, piece);
    else await insertExportPiece(tx, id, pieceCount, piece);
    pieceCount += 1;
  }
  if (id === undefined) throw new Error(`The exporter ${exporter.name} wrote nothing.`);
  const made = await completeExport(tx, id, { ...measure.result(), pieceCount });
  const after = await findExportState(tx, version.id, installationKey(services));
  return after?.stateKey === key.stateKey ? made : undefined;
}

/** Ends a transaction that must leave nothing. */
class ChangedMeanwhile extends Error {}

async function attempt(scope: ExportScope, exporter: Exporter, datasetId: number, versionId: number): Promise<KeptExport | undefined> {
  return scope.db.transaction(async (tx) => {
    await lockExportsOf(tx, datasetId);
    const state = await findExportState(tx, versionId, installationKey(scope.services));
    if (state?.isCurrent !== true) return undefined;
    const key = { datasetId, exporter: exporter.name, stateKey: state.stateKey };
    // Another process may have made it while this one waited.
    const found = (await findKeptExport(tx, key)) ?? (await write(tx, scope, exporter, key));
    if (found === undefined) throw new ChangedMeanwhile();
    return found;
  });
}

async function make(scope: ExportScope, exporter: Exporter, datasetId: number, versionId: number): Promise<KeptExport | undefined> {
  for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts += 1) {
    try {
      return await attempt(scope, exporter, datasetId, versionId);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw new DomainError('CONCURRENT_CHANGE', 'The dataset was changed again and again while it was exported; send the request again.');
}

function makeOnce(scope: ExportScope, exporter: Exporter, datasetId: number, versionId: number): Promise<KeptExport | undefined> {
  const ofServer = underway.get(scope.db) ?? new Map<string, Promise<KeptExport | undefined>>();
  underway.set(scope.db, ofServer);
  const name = `${versionId} ${exporter.name}`;
  const begun = ofServer.get(name) ?? places.take(() => make(scope, exporter, datasetId, versionId)).finally(() => ofServer.delete(name));
  ofServer.set(name, begun);
  return begun;
}

/**
 * The export of a version in a format, made if it is not kept or was made of another state; undefined if the version is not the newest
 * released one. @throws DomainError CONCURRENT_CHANGE
 */
export async function keptExport(
  scope: ExportScope,
  exporter: Exporter,
  version: { readonly id: number; readonly datasetId: number },
): Promise<KeptExport | undefined> {
  const { id, datasetId } = version;
  const state = await findExportState(scope.db, id, installationKey(scope.services));
  if (state?.isCurrent !== true) return undefined;
  const found = await findKeptExport(scope.db, { datasetId, exporter: exporter.name, stateKey: state.stateKey });
  return found ?? makeOnce(scope, exporter, datasetId, id);
}

/** Makes exports of released versions and keeps them. Source: exports.md 1.4. */
import { hash } from 'node:crypto';
import type { Database, Queryable, Transaction } from '../../db/client.ts';
import { findDataset } from '../../db/queries/datasets/datasets.ts';
import {
  findExportState,
  findKeptExport,
  type KeptExport,
  listExportsOfState,
  lockExportsOf,
} from '../../db/queries/exports/kept-exports.ts';
import {
  beginExport,
  completeExport,
  deleteExportsIn,
  type ExportedState,
  insertExportPiece,
  insertWholeExports,
  type WholeExport,
} from '../../db/queries/exports/made-exports.ts';
import { findVersion } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Exporter } from '../../formats/exports/exporter.ts';
import type { ExportSnapshot } from '../../formats/exports/export-snapshot.ts';
import { piecesOf, TextMeasure } from './exported-text.ts';
import { loadSnapshot, type SnapshotScope } from './load-snapshot.ts';
import { Places } from './places.ts';

/** Where exports are kept. */
export interface ExportScope extends SnapshotScope {
  readonly db: Database;
}

/** Names a version whose exports are kept. */
export interface ExportedKey {
  readonly id: number;
  readonly datasetId: number;
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

/** The newest released version as exporters see it. */
async function loadCurrent(tx: Transaction, { services }: ExportScope, datasetId: number): Promise<ExportSnapshot> {
  const dataset = await findDataset(tx, { id: datasetId }, []);
  const version = await findVersion(tx, datasetId, { states: ['RELEASED'] });
  if (dataset === undefined || version === undefined) throw new ChangedMeanwhile();
  return loadSnapshot({ db: tx, services }, dataset, version);
}

/** An export of several pieces, which is stored as it is made; or one that has a single piece. */
type WrittenExport = { readonly stored: KeptExport } | { readonly whole: WholeExport };

async function write(tx: Transaction, exporter: Exporter, snapshot: ExportSnapshot, state: ExportedState): Promise<WrittenExport> {
  const measure = new TextMeasure();
  let first: string | undefined;
  let id: number | undefined;
  let pieceCount = 0;
  for await (const piece of piecesOf(exporter, snapshot)) {
    measure.add(piece);
    if (first === undefined) first = piece;
    else {
      id ??= await beginExport(tx, { ...state, exporter: exporter.name }, first);
      await insertExportPiece(tx, id, pieceCount, piece);
    }
    pieceCount += 1;
  }
  if (first === undefined) throw new Error(`The exporter ${exporter.name} wrote nothing.`);
  const facts = measure.result();
  if (id !== undefined) return { stored: await completeExport(tx, id, { ...facts, pieceCount }) };
  return { whole: { ...facts, exporter: exporter.name, firstPiece: first } };
}

/** Makes exports of one snapshot and stores them, by the names of their formats. */
async function writeAll(tx: Transaction, formats: readonly Exporter[], snapshot: ExportSnapshot, key: Omit<ExportedState, 'staleOn'>) {
  const state = { ...key, staleOn: snapshot.changesOn };
  const made = new Map<string, KeptExport>();
  const whole: WholeExport[] = [];
  for (const exporter of formats) {
    const written = await write(tx, exporter, snapshot, state);
    if ('stored' in written) made.set(exporter.name, written.stored);
    else whole.push(written.whole);
  }
  return [...made, ...(await insertWholeExports(tx, state, whole))];
}

/** Ends a transaction that must leave nothing. */
class ChangedMeanwhile extends Error {}

/** An export, with its first piece where that was read with it. */
export interface ReadExport extends KeptExport {
  readonly firstPiece?: string | null;
}

/** Exports of one state of a version, by the names of their formats. */
interface MadeExports {
  readonly kept: ReadonlyMap<string, KeptExport>;
  /** Those of them that were not there before. */
  readonly madeCount: number;
}

async function attempt(scope: ExportScope, formats: readonly Exporter[], version: ExportedKey): Promise<MadeExports | undefined> {
  const { id, datasetId } = version;
  const findState = (db: Queryable) => findExportState(db, id, installationKey(scope.services));
  return scope.db.transaction(async (tx) => {
    await lockExportsOf(tx, datasetId);
    const state = await findState(tx);
    if (state?.isCurrent !== true) return undefined;
    const { stateKey, exportRevision, licenseId, ownerIds, surroundingsKey } = state;
    const made = { datasetId, stateKey, exportRevision, licenseId, ownerIds, surroundingsKey };
    // Another process may have made them while this one waited.
    const kept = await listExportsOfState(tx, { datasetId, stateKey });
    const missing = formats.filter(({ name }) => !kept.has(name));
    if (missing.length === 0) return { kept, madeCount: 0 };
    const names = missing.map(({ name }) => name);
    await deleteExportsIn(tx, datasetId, names);
    const snapshot = await loadCurrent(tx, scope, datasetId);
    for (const [name, one] of await writeAll(tx, missing, snapshot, made)) kept.set(name, one);
    if ((await findState(tx))?.stateKey !== stateKey) throw new ChangedMeanwhile();
    return { kept, madeCount: missing.length };
  });
}

/**
 * Makes the exports of a version in some formats that are not kept, all or none; undefined if the version is not the newest released one.
 * @throws DomainError CONCURRENT_CHANGE
 */
export async function makeExports(
  scope: ExportScope,
  formats: readonly Exporter[],
  version: ExportedKey,
): Promise<MadeExports | undefined> {
  for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts += 1) {
    try {
      return await attempt(scope, formats, version);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw new DomainError('CONCURRENT_CHANGE', 'The dataset was changed again and again while it was exported; send the request again.');
}

async function make(scope: ExportScope, exporter: Exporter, version: ExportedKey): Promise<KeptExport | undefined> {
  return (await makeExports(scope, [exporter], version))?.kept.get(exporter.name);
}

function makeOnce(scope: ExportScope, exporter: Exporter, version: ExportedKey): Promise<KeptExport | undefined> {
  const ofServer = underway.get(scope.db) ?? new Map<string, Promise<KeptExport | undefined>>();
  underway.set(scope.db, ofServer);
  const name = `${version.id} ${exporter.name}`;
  const begun = ofServer.get(name) ?? places.take(() => make(scope, exporter, version)).finally(() => ofServer.delete(name));
  ofServer.set(name, begun);
  return begun;
}

/**
 * The export of a version in a format, made if it is not kept or was made of another state; undefined if the version is not the newest
 * released one. @throws DomainError CONCURRENT_CHANGE
 */
export async function keptExport(scope: ExportScope, exporter: Exporter, version: ExportedKey): Promise<ReadExport | undefined> {
  const asked = { versionId: version.id, exporter: exporter.name, installation: installationKey(scope.services) };
  const found = await findKeptExport(scope.db, asked);
  if (found?.isCurrent !== true) return undefined;
  const { kept, firstPiece } = found;
  return kept === null ? makeOnce(scope, exporter, version) : { ...kept, firstPiece };
}

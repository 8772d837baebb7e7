/** Looks whether the bytes of files are in their stores, dataset by dataset. Source: users-admin.md 13. */
import {
  type AuditedDataset,
  type AuditedFile,
  listAuditedDatasets,
  listAuditedFiles,
} from '../../db/queries/integrity/audited-datasets.ts';
import { listExistingDatasets, listIdentifiedDatasets } from '../../db/queries/datasets/identified-datasets.ts';
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { type CommandContext, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { normalizePersistentId, persistentIdText, persistentUrl } from '../../model/persistent-id.ts';

/** A store across a network answers many questions at once. */
const QUESTIONS_AT_ONCE = 16;
/** Datasets that one audit may name. */
const MOST_NAMED = 1000;
const LARGEST_ID = 2_147_483_647;

/** Files of a dataset with a fault. */
export interface DatasetAudit {
  readonly datasetId: number;
  readonly persistentId: string;
  readonly persistentUrl: string;
  /** Their bytes are not in their store, or their store is not configured. */
  readonly missingFiles: readonly AuditedFile[];
  /** No version has them. */
  readonly missingFileMetadata: readonly AuditedFile[];
}

export interface AuditQuestion {
  readonly firstId: number | null;
  readonly lastId: number | null;
  readonly datasets: readonly DatasetKey[] | null;
  /** Datasets up to this id were audited before. */
  readonly after: number;
  readonly limit: number;
}

/** A part of an audit. */
export interface AuditPart {
  readonly found: readonly DatasetAudit[];
  /** Those named that there are none of, as they were named. */
  readonly unknown: readonly string[];
  /** The last dataset that was looked at; null where there are no more. */
  readonly next: number | null;
}

async function isThere({ services: { storage } }: CommandContext, file: AuditedFile): Promise<boolean> {
  const { driver, authority, identifier, storageId } = file;
  try {
    return (await storage.sizeOf({ driver, authority, identifier, storageId })) !== undefined;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'STORAGE_NOT_CONFIGURED') return false;
    throw error;
  }
}

async function missingOf(context: CommandContext, files: readonly AuditedFile[]): Promise<AuditedFile[]> {
  const missing: AuditedFile[] = [];
  for (let at = 0; at < files.length; at += QUESTIONS_AT_ONCE) {
    const asked = files.slice(at, at + QUESTIONS_AT_ONCE);
    const there = await Promise.all(asked.map((file) => isThere(context, file)));
    missing.push(...asked.filter((_file, index) => there[index] === false));
  }
  return missing;
}

/** The ids of the datasets that were named, and the names that there is no dataset of. */
async function resolved(context: CommandContext, named: readonly DatasetKey[]): Promise<{ ids: number[]; unknown: string[] }> {
  if (named.length > MOST_NAMED) {
    const message = `must name at most ${MOST_NAMED}`;
    throw new DomainError('BAD_USER_INPUT', `The list of datasets ${message}.`, { problems: [{ pointer: '/datasets', message }] });
  }
  const ids = named.flatMap((key) => ('id' in key ? [key.id] : []));
  const asPersistent = named.flatMap((key) => ('id' in key ? [] : [key.persistentId]));
  const normal = new Map(asPersistent.map((name) => [name, normalizePersistentId(name)]));
  const [existing, identified] = await Promise.all([
    listExistingDatasets(context.db, ids),
    listIdentifiedDatasets(
      context.db,
      [...normal.values()].filter((name) => name !== undefined),
    ),
  ]);
  const known = new Set(existing);
  const found = new Map(identified.map(({ persistentId, datasetId }) => [persistentId, datasetId]));
  return {
    ids: [...known, ...found.values()],
    unknown: [...ids.filter((id) => !known.has(id)).map(String), ...asPersistent.filter((name) => !found.has(normal.get(name) ?? ''))],
  };
}

function auditOf(
  { id, ...pid }: AuditedDataset,
  {
    files,
    missing,
    siteUrl,
  }: { readonly files: readonly AuditedFile[]; readonly missing: ReadonlySet<AuditedFile>; readonly siteUrl: string },
): DatasetAudit {
  const own = files.filter(({ datasetId }) => datasetId === id);
  return {
    datasetId: id,
    persistentId: persistentIdText(pid),
    persistentUrl: persistentUrl(pid, siteUrl),
    missingFiles: own.filter((file) => file.label !== null && missing.has(file)),
    missingFileMetadata: own.filter(({ label }) => label === null),
  };
}

/** Audits the next datasets; those without a fault are left out. @throws DomainError BAD_USER_INPUT | STORAGE_UNAVAILABLE */
export const auditFiles = query({
  name: 'auditFiles',
  subject: noSubject,
  requires: 'Superuser',
  run: async (context, _subject, { firstId, lastId, datasets, after, limit }: AuditQuestion): Promise<AuditPart> => {
    const { ids, unknown } = datasets === null ? { ids: null, unknown: [] } : await resolved(context, datasets);
    const scope = { firstId: Math.max(firstId ?? 0, after + 1), lastId: lastId ?? LARGEST_ID, ids };
    const rows = await listAuditedDatasets(context.db, scope, limit);
    const files =
      rows.length === 0
        ? []
        : await listAuditedFiles(
            context.db,
            rows.map(({ id }) => id),
          );
    const { siteUrl } = context.services.installation;
    const facts = { files, missing: new Set(await missingOf(context, files)), siteUrl };
    const audits = rows.map((row) => auditOf(row, facts));
    return {
      found: audits.filter(({ missingFiles, missingFileMetadata }) => missingFiles.length + missingFileMetadata.length > 0),
      unknown,
      next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
    };
  },
});

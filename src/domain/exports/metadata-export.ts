import { readExportPiece } from '../../db/queries/exports/kept-exports.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Exporter } from '../../formats/exports/exporter.ts';
import type { CommandContext } from '../../kernel/command.ts';
import type { ReadExport } from './keep-export.ts';

/** A version in an export format. */
export interface MetadataExport {
  readonly exporter: Exporter;
  /** Where it can be read. */
  readonly url: string;
  readonly checksum: string;
  readonly sizeBytes: number;
  readonly pieceCount: number;
  /** When it was made. */
  readonly createdAt: Date;
  /** A piece of the text, from 0. @throws DomainError CONCURRENT_CHANGE when the export was replaced meanwhile. */
  piece(position: number): Promise<string> | string;
}

/** Where the newest published version is exported. */
export function exportUrl(siteUrl: string, exporter: Exporter, persistentId: string): string {
  return `${siteUrl}/api/datasets/export?exporter=${exporter.name}&persistentId=${persistentId}`;
}

export function noSuchPiece(): DomainError {
  return new DomainError('CONCURRENT_CHANGE', 'The export has no such piece, or has been replaced by a newer one meanwhile.');
}

/** A kept export. Its address is put together only where it is asked for: a page of a harvest has a hundred of them. */
export class KeptText implements MetadataExport {
  readonly exporter: Exporter;
  readonly #context: Pick<CommandContext, 'db' | 'services'>;
  readonly #persistentId: string;
  readonly #kept: ReadExport;

  constructor(context: Pick<CommandContext, 'db' | 'services'>, exporter: Exporter, persistentId: string, kept: ReadExport) {
    this.exporter = exporter;
    this.#context = context;
    this.#persistentId = persistentId;
    this.#kept = kept;
  }

  get url(): string {
    return exportUrl(this.#context.services.installation.siteUrl, this.exporter, this.#persistentId);
  }

  get checksum(): string {
    return this.#kept.checksum;
  }

  get sizeBytes(): number {
    return this.#kept.sizeBytes;
  }

  get pieceCount(): number {
    return this.#kept.pieceCount;
  }

  get createdAt(): Date {
    return this.#kept.createdAt;
  }

  piece(position: number): Promise<string> | string {
    return (position === 0 ? this.#kept.firstPiece : undefined) ?? this.#read(position);
  }

  async #read(position: number): Promise<string> {
    const found = await readExportPiece(this.#context.db, this.#kept.id, position);
    if (found === undefined) throw noSuchPiece();
    return found;
  }
}

/** `export`: metadata in a format, or a collection whole. */
import { createHash } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Client } from '../client.ts';
import { CliFailure, EXIT, usageFailure } from '../failure.ts';
import { runInstallationTask } from '../installation-task.ts';
import { datasetReference } from '../references.ts';
import { type CommonOptions, createSession } from '../session.ts';

const FORMATS = `query { exportFormats { name displayName mediaType } }`;
const formatsShape = z.object({ exportFormats: z.array(z.object({ name: z.string(), displayName: z.string(), mediaType: z.string() })) });

const EXPORT = `query ($reference: DatasetReference!, $version: String!, $format: String!) {
  dataset(reference: $reference) {
    export(version: $version, format: $format) { text checksum sizeBytes pieceCount createdAt format { mediaType } }
  }
}`;
const exportShape = z.object({
  dataset: z.object({
    export: z.object({
      text: z.string().nullable(),
      checksum: z.string(),
      sizeBytes: z.number(),
      pieceCount: z.number(),
      createdAt: z.string(),
      format: z.object({ mediaType: z.string() }),
    }),
  }),
});
const PIECE = `query ($reference: DatasetReference!, $version: String!, $format: String!, $position: Int!) {
  dataset(reference: $reference) {
    export(version: $version, format: $format) { checksum piece(position: $position) }
  }
}`;
const pieceShape = z.object({ dataset: z.object({ export: z.object({ checksum: z.string(), piece: z.string() }) }) });

interface ExportOptions extends CommonOptions {
  readonly format: string;
  readonly revision: string;
  readonly to?: string;
  readonly formats?: boolean;
  readonly collection?: string;
  readonly withoutFiles?: boolean;
}

/** The text of an export, whole and as its checksum says. @throws CliFailure */
async function readExport(client: Client, variables: Readonly<Record<string, unknown>>) {
  const { export: found } = (await client.ask(exportShape, EXPORT, variables)).dataset;
  let text = found.text ?? '';
  if (found.text === null) {
    for (let position = 0; position < found.pieceCount; position += 1) {
      text += (await client.ask(pieceShape, PIECE, { ...variables, position })).dataset.export.piece;
    }
  }
  if (createHash('sha256').update(text).digest('hex') === found.checksum) return { ...found, text };
  throw new CliFailure(EXIT.refused, 'CONCURRENT_CHANGE', 'The export was made anew while it was read: run the command again.');
}

async function exportMetadata(typed: string | undefined, options: ExportOptions): Promise<void> {
  const session = createSession(options);
  const { output } = session;
  if (options.collection !== undefined) {
    if (options.to === undefined || typed !== undefined) {
      throw usageFailure('A collection goes to a folder: --collection ALIAS --to FOLDER.');
    }
    const files = options.withoutFiles === true ? ['--without-files'] : [];
    await runInstallationTask(session, ['export', '--collection', options.collection, '--to', options.to, ...files]);
    return;
  }
  const client = await session.client();
  if (options.formats === true) {
    const { exportFormats } = await client.ask(formatsShape, FORMATS);
    for (const { name, displayName, mediaType } of exportFormats) output.line(`${name.padEnd(24)}${mediaType.padEnd(24)}${displayName}`);
    output.result(exportFormats);
    return;
  }
  if (typed === undefined) throw usageFailure('Give a dataset, or --collection with --to, or --formats.');
  const found = await readExport(client, { reference: datasetReference(typed), version: options.revision, format: options.format });
  if (options.to === undefined) {
    if (output.json) output.result(found);
    else process.stdout.write(found.text);
    return;
  }
  await writeFile(`${options.to}.part`, found.text, { flush: true });
  await rename(`${options.to}.part`, options.to);
  output.line(`${options.to}: ${found.sizeBytes} bytes of ${found.format.mediaType}.`);
  output.result({ path: options.to, sizeBytes: found.sizeBytes, checksum: found.checksum, mediaType: found.format.mediaType });
}

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .summary('write the metadata of a dataset in a format, or a collection whole')
    .description(
      'Writes the metadata of a dataset in one of the formats of the server. With --collection it writes a collection with everything below it, metadata,\nversions and files, to a folder from which "import" reads; this one runs on the machine of the installation, by a superuser.',
    )
    .argument('[dataset]', 'its identifier or number')
    .option('-f, --format <name>', 'name of the format', 'schema.org')
    .option('--revision <version>', 'version: :latest-published or :draft', ':latest-published')
    .option('--to <path>', 'file, or folder of a collection; standard output without it')
    .option('--formats', 'list the formats')
    .option('--collection <alias>', 'a whole collection')
    .option('--without-files', 'a collection without the bytes of its files')
    .addHelpText(
      'after',
      '\nExamples:\n  archivolt export --formats\n  archivolt export doi:10.5072/FK2/ABC123 --format ddi --to codebook.xml\n  DATA_DIR=/srv/archivolt/var archivolt export --collection biology --to /mnt/biology',
    )
    .action((typed: string | undefined, _options: unknown, command: Command) => exportMetadata(typed, command.optsWithGlobals()));
}

/** `import`: a dataset that has an identifier already, or a collection from a folder. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { usageFailure } from '../failure.ts';
import { runInstallationTask } from '../installation-task.ts';
import { versionIn } from '../native-version.ts';
import { collectionReference } from '../references.ts';
import { type CommonOptions, createSession } from '../session.ts';

const PAYLOAD = `{ released filesWithoutBytes dataset { persistentId databaseId } }`;
const NATIVE = `mutation ($input: ImportDatasetInput!) { imported: importDataset(input: $input) ${PAYLOAD} }`;
const DDI = `mutation ($input: ImportDatasetFromDdiInput!) { imported: importDatasetFromDdi(input: $input) ${PAYLOAD} }`;
const importedShape = z.object({
  imported: z.object({
    released: z.boolean(),
    filesWithoutBytes: z.array(z.string()),
    dataset: z.object({ persistentId: z.string(), databaseId: z.number() }),
  }),
});

interface ImportOptions extends CommonOptions {
  readonly in?: string;
  readonly pid?: string;
  readonly release?: boolean;
  readonly from?: string;
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw usageFailure(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  });
}

async function importDataset(file: string | undefined, options: ImportOptions): Promise<void> {
  const session = createSession(options);
  if (options.from !== undefined) {
    if (file !== undefined) throw usageFailure('Give a file, or --from with the folder of an export.');
    const into = options.in === undefined ? [] : ['--into', options.in];
    await runInstallationTask(session, ['import', '--from', options.from, ...into]);
    return;
  }
  if (file === undefined || options.in === undefined) {
    throw usageFailure('Give a file and the collection it goes to: archivolt import FILE --in ALIAS.');
  }
  const common = { collection: collectionReference(options.in), persistentId: options.pid, release: options.release === true };
  const client = await session.signedIn();
  const { imported } = file.endsWith('.xml')
    ? await client.ask(importedShape, DDI, { input: { ...common, ddi: await readText(file) } })
    : await client.ask(importedShape, NATIVE, { input: { ...common, datasetVersion: await versionIn(file) } });
  const { output } = session;
  output.line(`${imported.dataset.persistentId} is ${imported.released ? 'released as version 1.0' : 'a draft'}.`);
  for (const name of imported.filesWithoutBytes) output.note(`${name} is recorded, and its bytes are not in the store yet.`);
  output.result(imported);
}

export function addImportCommand(program: Command): void {
  program
    .command('import')
    .summary('take over a dataset with its identifier, or a collection from a folder')
    .description(
      'Takes over a dataset that has a persistent identifier already: from native JSON, or from a DDI codebook (.xml). For superusers; "create" makes a new one.\nWith --from it reads the folder that "export --collection" has written; this one runs on the machine of the installation.',
    )
    .argument('[file]', 'native JSON, or a codebook')
    .option('-i, --in <collection>', 'alias of the collection that it goes to; for a folder the root without it')
    .option('--pid <identifier>', 'the persistent identifier that the dataset has')
    .option('--release', 'release it as version 1.0')
    .option('--from <folder>', 'folder of an exported collection')
    .addHelpText(
      'after',
      '\nExamples:\n  archivolt import study.xml --in biology --release\n  archivolt import dataset.json --in biology --pid doi:10.5072/FK2/ABC123\n  DATA_DIR=/srv/archivolt/var archivolt import --from /mnt/biology --in root',
    )
    .action((file: string | undefined, _options: unknown, command: Command) => importDataset(file, command.optsWithGlobals()));
}

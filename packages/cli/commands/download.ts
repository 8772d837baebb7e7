/** `download`. */
import type { Command } from 'commander';
import { createClient } from '../client.ts';
import { archivoltCollection } from '../download/archivolt-collection.ts';
import { archivoltDataset } from '../download/archivolt-dataset.ts';
import { collectionPlace, datasetPlace } from '../download/dataset-place.ts';
import { dataverseCollection } from '../download/dataverse-collection.ts';
import { dataverseDataset } from '../download/dataverse-dataset.ts';
import { downloadCollection } from '../download/download-collection.ts';
import { downloadFiles, type DownloadWork } from '../download/download-files.ts';
import { persistentIdIn } from '../download/find-installation.ts';
import { isArchivolt } from '../download/is-archivolt.ts';
import type { RemoteDataset } from '../download/remote-file.ts';
import { CliFailure, EXIT, usageFailure } from '../failure.ts';
import { datasetReference } from '../references.ts';
import { type CommonOptions, createSession, type Session } from '../session.ts';
import { sizeText } from '../sizes.ts';
import { transferProgress } from '../transfer-progress.ts';
import { wholeNumber } from '../whole-number.ts';

interface DownloadOptions extends CommonOptions {
  readonly to: string;
  readonly collection?: string;
  readonly revision?: string;
  readonly dryRun?: boolean;
  readonly jobs: number;
  readonly resolver?: string;
}

function workOf({ output }: Session, { jobs, dryRun = false }: DownloadOptions): DownloadWork {
  const all = { files: 0, bytes: 0 };
  return { output, jobs, dryRun, all, progress: transferProgress(output, 'Downloading', all) };
}

/** Opens datasets of a server, of whichever kind it is. @throws CliFailure */
async function opener(server: string, token: string | undefined, { revision }: DownloadOptions) {
  if (await isArchivolt(server)) {
    const client = createClient(server, token);
    return {
      dataset: (typed: string): RemoteDataset => archivoltDataset(client, datasetReference(typed), revision ?? ':latest'),
      collection: (typed: string) => archivoltCollection(client, typed),
    };
  }
  return {
    dataset: (typed: string) => dataverseDataset(server, persistentIdIn(typed) ?? typed, revision ?? ':latest-published', token),
    collection: (typed: string) => dataverseCollection(server, typed, token),
  };
}

function endPartly(count: number, what: string): void {
  if (count > 0) {
    throw new CliFailure(EXIT.partly, 'DOWNLOAD_PARTLY', `${count} ${what} were not downloaded. Run the command again to go on.`);
  }
}

async function downloadOne(session: Session, typed: string, options: DownloadOptions): Promise<void> {
  const { output } = session;
  const { server, dataset } = await datasetPlace(session, typed, options);
  const open = await opener(server, await session.tokenFor(server), options);
  const work = workOf(session, options);
  const outcome = await downloadFiles(open.dataset(dataset), options.to, work);
  const { persistentId, version, downloaded, present, failed } = outcome;
  if (work.dryRun) {
    output.line(`${persistentId}, version ${version}: ${work.all.files} files, ${sizeText(work.all.bytes)}.`);
    output.result({ persistentId, version, dryRun: true, ...work.all });
    return;
  }
  output.line(
    `${persistentId}, version ${version}: ${downloaded.length} files downloaded and verified, ${present.length} here before, ${failed.length} not downloaded.`,
  );
  output.result(outcome);
  endPartly(failed.length, 'files');
}

async function downloadAll(session: Session, typed: string, options: DownloadOptions): Promise<void> {
  const { output } = session;
  const { server, collection } = await collectionPlace(session, typed);
  const open = await opener(server, await session.tokenFor(server), options);
  const work = workOf(session, options);
  const { datasets, failed } = await downloadCollection(open.collection(collection), open.dataset, options.to, work);
  if (work.dryRun) {
    output.line(`${datasets.length} datasets, ${work.all.files} files, ${sizeText(work.all.bytes)}.`);
    const found = datasets.map(({ persistentId, version, folder }) => ({ persistentId, version, folder }));
    output.result({ server, collection, dryRun: true, datasets: found, failed, ...work.all });
  } else {
    const count = (of: 'downloaded' | 'present' | 'failed') => datasets.reduce((sum, dataset) => sum + dataset[of].length, 0);
    output.line(
      `${datasets.length} datasets: ${count('downloaded')} files downloaded and verified, ${count('present')} here before, ${count('failed')} not downloaded.`,
    );
    output.result({ server, collection, datasets, failed });
    endPartly(count('failed'), 'files');
  }
  endPartly(failed.length, 'datasets');
}

async function download(typed: string | undefined, options: DownloadOptions): Promise<void> {
  const { collection } = options;
  if ((typed === undefined) === (collection === undefined)) throw usageFailure('Give a dataset, or --collection.');
  const session = createSession(options);
  if (typed !== undefined) await downloadOne(session, typed, options);
  if (collection !== undefined) await downloadAll(session, collection, options);
}

export function addDownloadCommand(program: Command): void {
  program
    .command('download')
    .summary('download the files of a dataset or collection, from any Archivolt or Dataverse')
    .description(
      'Downloads the files of a dataset as they were uploaded, with their folders, and compares each with its checksum. Files that are here already are passed\nover, and one that broke off is continued. Without --server the server of the last login is asked, and where it does not have the dataset, the\npersistent identifier leads to the installation; no login is needed for public files. With --collection all datasets of a collection and of those\nbelow it come, each to a folder of its own.',
    )
    .argument('[dataset]', 'persistent identifier, its address, the address of the landing page; or a number at the server')
    .option('--collection <alias>', 'all datasets of a collection, by its alias or the address of its page')
    .option('--to <folder>', 'folder to put the files in', '.')
    .option('--revision <version>', 'version, such as 1.0, :draft or :latest-published; the newest one that you may see without it')
    .option('--dry-run', 'show what would be downloaded')
    .option('--jobs <number>', 'so many files at a time', wholeNumber(1, 32), 4)
    .option('--resolver <url>', 'resolver of persistent identifiers in place of doi.org and hdl.handle.net')
    .addHelpText(
      'after',
      '\nExamples:\n  archivolt download doi:10.5072/FK2/ABC123 --to data\n  archivolt download 17 --server localhost:8080 --revision 1.0\n  archivolt download --collection physics --to data --dry-run\n  archivolt download --collection https://demo.dataverse.org/dataverse/physics --to data\n  archivolt download "https://demo.dataverse.org/dataset.xhtml?persistentId=doi:10.70122/FK2/XYZ789" --to data',
    )
    .action((typed: string | undefined, _options: unknown, command: Command) => download(typed, command.optsWithGlobals()));
}

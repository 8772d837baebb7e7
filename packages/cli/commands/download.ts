/** `download`. */
import type { Command } from 'commander';
import { createClient } from '../client.ts';
import { archivoltDataset } from '../download/archivolt-dataset.ts';
import { dataverseDataset } from '../download/dataverse-dataset.ts';
import { fetchFile } from '../download/fetch-file.ts';
import { findInstallation, persistentIdIn } from '../download/find-installation.ts';
import { localPlace } from '../download/local-place.ts';
import type { RemoteDataset, RemoteFile } from '../download/remote-file.ts';
import { CliFailure, EXIT } from '../failure.ts';
import { eachOf } from '../../client/limit.ts';
import { datasetReference } from '../references.ts';
import { serverAddress } from '../server-address.ts';
import { type CommonOptions, createSession, type Session } from '../session.ts';
import { sizeText } from '../sizes.ts';
import { transferProgress } from '../transfer-progress.ts';
import { wholeNumber } from '../whole-number.ts';

interface DownloadOptions extends CommonOptions {
  readonly to: string;
  readonly revision?: string;
  readonly dryRun?: boolean;
  readonly jobs: number;
  readonly resolver?: string;
}

/** Whether a server speaks GraphQL as Archivolt does. */
async function isArchivolt(server: string): Promise<boolean> {
  try {
    const { data } = await createClient(server, undefined).send('{ serverInfo { version } }');
    return data !== undefined && data !== null;
  } catch (error) {
    if (error instanceof CliFailure && error.code === 'NOT_A_REPOSITORY') return false;
    throw error;
  }
}

/** The server that is named; without one, the server that the identifier leads to, or the one of the login for a number. @throws CliFailure */
async function placeOfDataset(session: Session, typed: string, { server, resolver }: DownloadOptions) {
  const named = server ?? session.env['ARCHIVOLT_SERVER'];
  if (named !== undefined && named !== '') return { server: serverAddress(named), dataset: typed };
  if (/^[0-9]+$/.test(typed)) return { server: await session.server(), dataset: typed };
  const found = await findInstallation(typed, resolver ?? session.env['ARCHIVOLT_RESOLVER']);
  return { server: found.server, dataset: found.persistentId };
}

/** @throws CliFailure */
async function openDataset(session: Session, typed: string, options: DownloadOptions): Promise<RemoteDataset> {
  const { server, dataset } = await placeOfDataset(session, typed, options);
  const token = await session.tokenFor(server);
  if (await isArchivolt(server)) {
    return archivoltDataset(createClient(server, token), datasetReference(dataset), options.revision ?? ':latest');
  }
  return dataverseDataset(server, persistentIdIn(dataset) ?? dataset, options.revision ?? ':latest-published', token);
}

interface Outcome {
  readonly downloaded: string[];
  readonly present: string[];
  readonly failed: { readonly path: string; readonly code: string; readonly message: string }[];
  version: string;
  persistentId: string;
}

async function download(typed: string, options: DownloadOptions): Promise<void> {
  const session = createSession(options);
  const { output } = session;
  const dataset = await openDataset(session, typed, options);
  const outcome: Outcome = { downloaded: [], present: [], failed: [], version: '', persistentId: '' };
  const all = { files: 0, bytes: 0 };
  const progress = transferProgress(output, 'Downloading', all);

  const fetchOne = async (file: RemoteFile): Promise<void> => {
    try {
      const path = localPlace(options.to, file.place);
      const brought = await fetchFile(file, path, dataset.headers, progress.bytes);
      (brought ? outcome.downloaded : outcome.present).push(file.place);
      progress.file();
    } catch (error) {
      if (!(error instanceof CliFailure) || error.exitCode === EXIT.unreachable) throw error;
      outcome.failed.push({ path: file.place, code: error.code, message: error.message });
      output.note(`${file.place}: ${error.message}.`);
    }
  };

  for await (const { files, persistentId, version } of dataset.pages()) {
    Object.assign(outcome, { persistentId, version });
    all.files += files.length;
    all.bytes += files.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
    if (options.dryRun === true) {
      for (const { place, sizeBytes, url } of files) {
        output.line(`${url === undefined ? 'closed  ' : 'download'}  ${place}  ${sizeText(sizeBytes ?? 0)}`);
      }
    } else await eachOf(files, options.jobs, fetchOne);
  }
  if (options.dryRun === true) {
    output.line(`${outcome.persistentId}, version ${outcome.version}: ${all.files} files, ${sizeText(all.bytes)}.`);
    output.result({ persistentId: outcome.persistentId, version: outcome.version, dryRun: true, ...all });
    return;
  }
  output.line(
    `${outcome.persistentId}, version ${outcome.version}: ${outcome.downloaded.length} files downloaded and verified, ${outcome.present.length} here before, ${outcome.failed.length} not downloaded.`,
  );
  output.result(outcome);
  if (outcome.failed.length > 0) {
    throw new CliFailure(EXIT.partly, 'DOWNLOAD_PARTLY', `${outcome.failed.length} files were not downloaded.`);
  }
}

export function addDownloadCommand(program: Command): void {
  program
    .command('download')
    .summary('download the files of a dataset, from any Archivolt or Dataverse')
    .description(
      'Downloads the files of a dataset as they were uploaded, with their folders, and compares each with its checksum. Files that are here already are passed\nover, and one that broke off is continued. Without --server the persistent identifier leads to the installation, and no login is needed for public files.',
    )
    .argument('<dataset>', 'persistent identifier, its address, the address of the landing page; or a number at the server')
    .option('--to <folder>', 'folder to put the files in', '.')
    .option('--revision <version>', 'version, such as 1.0, :draft or :latest-published; the newest one that you may see without it')
    .option('--dry-run', 'show what would be downloaded')
    .option('--jobs <number>', 'so many files at a time', wholeNumber(1, 32), 4)
    .option('--resolver <url>', 'resolver of persistent identifiers in place of doi.org and hdl.handle.net')
    .addHelpText(
      'after',
      '\nExamples:\n  archivolt download doi:10.5072/FK2/ABC123 --to data\n  archivolt download 17 --server localhost:8080 --revision 1.0\n  archivolt download "https://demo.dataverse.org/dataset.xhtml?persistentId=doi:10.70122/FK2/XYZ789" --to data',
    )
    .action((typed: string, _options: unknown, command: Command) => download(typed, command.optsWithGlobals()));
}

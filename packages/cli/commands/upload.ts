/** `upload`. */
import type { Command } from 'commander';
import { datasetFiles, type FileRecord } from '../dataset-files.ts';
import { CliFailure, EXIT } from '../failure.ts';
import { datasetReference } from '../references.ts';
import { type CommonOptions, createSession, type Session } from '../session.ts';
import { sizeText } from '../sizes.ts';
import { listLocalFiles, placeOf } from '../upload/local-files.ts';
import { runUpload, type UploadOutcome, type WantedUpload } from '../upload/run-upload.ts';
import { planUpload, type UploadPlan } from '../upload/upload-plan.ts';
import { wholeNumber } from '../whole-number.ts';

interface UploadCommandOptions extends CommonOptions {
  readonly to: string;
  readonly into?: string;
  readonly exclude?: readonly string[];
  readonly replace?: boolean;
  readonly dryRun?: boolean;
  readonly jobs: number;
  readonly partSize?: number;
}

const BYTES_OF_A_MEGABYTE = 1_000_000;

function planFacts({ missing, present, differing }: UploadPlan) {
  return {
    upload: missing.map(placeOf),
    present: present.map(placeOf),
    differing: differing.map(({ file }) => placeOf(file)),
  };
}

/** Says what became of the files. @throws CliFailure where not all are in the dataset */
function report({ output }: Session, persistentId: string, plan: UploadPlan, outcome: UploadOutcome, replace: boolean): void {
  const kept = outcome.added.filter(({ refusal }) => refusal === undefined);
  for (const { sent, warning } of kept) if (warning !== undefined) output.note(`${placeOf(sent.file)}: ${warning}`);
  for (const { file, failure } of outcome.failed) output.note(`${placeOf(file)}: ${failure.message}`);
  const left = replace ? [] : plan.differing;
  for (const { file } of left) output.note(`${placeOf(file)} has another content there; --replace puts this one in its place.`);
  output.line(
    `${kept.length} files uploaded to ${persistentId}, ${plan.present.length} there before, ${outcome.failed.length + left.length} not uploaded.`,
  );
  output.result({
    persistentId,
    uploaded: kept.map(({ sent, databaseId, warning }) => ({
      path: placeOf(sent.file),
      databaseId,
      sizeBytes: sent.file.sizeBytes,
      checksum: { type: 'SHA-256', value: sent.checksum.value },
      ...(warning === undefined ? {} : { warning }),
    })),
    present: plan.present.map(placeOf),
    differing: left.map(({ file }) => placeOf(file)),
    failed: outcome.failed.map(({ file, failure: { code, message } }) => ({ path: placeOf(file), code, message })),
  });
  const notDone = outcome.failed.length + left.length;
  if (notDone > 0) {
    throw new CliFailure(EXIT.partly, 'UPLOAD_PARTLY', `${notDone} files were not uploaded. Run the command again to go on.`);
  }
}

async function upload(folder: string, options: UploadCommandOptions): Promise<void> {
  const session = createSession(options);
  const { output } = session;
  const client = await session.signedIn();
  const { exclude = [], into = '', replace = false } = options;
  const { files, leftOut } = await listLocalFiles(folder, { exclude, into });
  for (const { path, reason } of leftOut) output.note(`${path} ${reason}: left out.`);
  const there: FileRecord[] = [];
  let dataset = { persistentId: '', databaseId: 0 };
  for await (const page of datasetFiles(client, datasetReference(options.to), ':latest')) {
    dataset = page;
    there.push(...page.files);
  }
  const plan = await planUpload(files, there, options.jobs);
  const wanted: WantedUpload[] = [
    ...plan.missing.map((file) => ({ file })),
    ...(replace ? plan.differing.map(({ file, there: { dataFile } }) => ({ file, replaces: dataFile.databaseId })) : []),
  ];
  if (options.dryRun === true) {
    for (const { file, replaces } of wanted) {
      output.line(`${replaces === undefined ? 'upload ' : 'replace'}  ${placeOf(file)}  ${sizeText(file.sizeBytes)}`);
    }
    if (!replace) for (const { file } of plan.differing) output.line(`differs  ${placeOf(file)}`);
    const bytes = wanted.reduce((sum, { file }) => sum + file.sizeBytes, 0);
    output.line(`${wanted.length} files, ${sizeText(bytes)}, would go to ${dataset.persistentId}; ${plan.present.length} are there.`);
    output.result({ persistentId: dataset.persistentId, dryRun: true, ...planFacts(plan) });
    return;
  }
  const partSizeBytes = options.partSize === undefined ? undefined : options.partSize * BYTES_OF_A_MEGABYTE;
  const outcome = await runUpload(session, client, dataset.databaseId, wanted, { jobs: options.jobs, partSizeBytes });
  report(session, dataset.persistentId, plan, outcome, replace);
}

const gather = (value: string, before: readonly string[] | undefined): string[] => [...(before ?? []), value];

export function addUploadCommand(program: Command): void {
  program
    .command('upload')
    .summary('upload a folder, or a file, to the draft of a dataset')
    .description(
      'Uploads all files of a folder, with their folders. Files that the dataset has already, by path and checksum, are passed over; so the command can be\nrun again after an interruption, and goes on with the part of the file that was being sent. Archives are kept as they are.',
    )
    .argument('<folder>', 'folder, or one file')
    .requiredOption('--to <dataset>', 'identifier or number of the dataset')
    .option('--into <folder>', 'folder of the dataset to put the files in')
    .option('--exclude <pattern>', 'leave out what fits, such as "*.tmp" or "raw/**"; may be repeated', gather)
    .option('--replace', 'put a file in the place of one with the same path and another content')
    .option('--dry-run', 'show what would be uploaded')
    .option('--jobs <number>', 'so many parts at a time', wholeNumber(1, 32), 4)
    .option('--part-size <megabytes>', 'size of the parts of large files; the store chooses without it', wholeNumber(1, 5000))
    .addHelpText(
      'after',
      '\nExamples:\n  archivolt upload ./measurements --to doi:10.5072/FK2/ABC123 --dry-run\n  archivolt upload ./measurements --to doi:10.5072/FK2/ABC123 --exclude "*.tmp" --jobs 8',
    )
    .action((folder: string, _options: unknown, command: Command) => upload(folder, command.optsWithGlobals()));
}

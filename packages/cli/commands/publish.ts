/** `publish`, and `create`, which makes a draft. */
import type { Command } from 'commander';
import { z } from 'zod';
import { CliFailure, EXIT, usageFailure } from '../failure.ts';
import { versionIn } from '../native-version.ts';
import { collectionReference, datasetReference } from '../references.ts';
import { type CommonOptions, createSession } from '../session.ts';

const PLAN = `query ($reference: DatasetReference!, $type: PublishType) {
  dataset(reference: $reference) {
    persistentId
    publishPlan(type: $type) {
      type possible versionNumber versionMinorNumber reason workflow externallyValidated
      obstacles { code message problems { pointer message } }
    }
  }
}`;
const planShape = z.object({
  dataset: z.object({
    persistentId: z.string(),
    publishPlan: z.object({
      type: z.string(),
      possible: z.boolean(),
      versionNumber: z.number().nullable(),
      versionMinorNumber: z.number().nullable(),
      reason: z.string().nullable(),
      workflow: z.string().nullable(),
      externallyValidated: z.boolean(),
      obstacles: z.array(
        z.object({ code: z.string(), message: z.string(), problems: z.array(z.object({ pointer: z.string(), message: z.string() })) }),
      ),
    }),
  }),
});

const PUBLISH = `mutation ($input: PublishDatasetInput!) {
  publishDataset(input: $input) {
    outcome
    dataset { persistentId persistentUrl latestVersion { state versionNumber versionMinorNumber } }
  }
}`;
const publishShape = z.object({
  publishDataset: z.object({
    outcome: z.enum(['PUBLISHED', 'WORKFLOW_IN_PROGRESS']),
    dataset: z.object({
      persistentId: z.string(),
      persistentUrl: z.string(),
      latestVersion: z
        .object({ state: z.string(), versionNumber: z.number().nullable(), versionMinorNumber: z.number().nullable() })
        .nullable(),
    }),
  }),
});

interface PublishOptions extends CommonOptions {
  readonly type?: string;
  readonly dryRun?: boolean;
}

/** What --type may be, and what the server calls it. */
const TYPES = new Map([
  ['major', 'MAJOR'],
  ['minor', 'MINOR'],
  ['updatecurrent', 'UPDATE_CURRENT'],
]);

async function publish(typed: string, { type, dryRun, ...options }: PublishOptions): Promise<void> {
  const named = type === undefined ? undefined : TYPES.get(type);
  if (type !== undefined && named === undefined) {
    throw usageFailure(`There is no type "${type}": they are ${[...TYPES.keys()].join(', ')}.`);
  }
  const { output, signedIn } = createSession(options);
  const client = await signedIn();
  const reference = datasetReference(typed);
  const { dataset } = await client.ask(planShape, PLAN, { reference, type: named });
  const { publishPlan: plan, persistentId } = dataset;
  const version = `${plan.versionNumber ?? '?'}.${plan.versionMinorNumber ?? '?'}`;
  if (!plan.possible) {
    const [first] = plan.obstacles;
    if (dryRun === true) output.result({ persistentId, ...plan });
    throw new CliFailure(EXIT.refused, first?.code ?? 'BAD_USER_INPUT', plan.obstacles.map(({ message }) => message).join('\n'), {
      problems: plan.obstacles.flatMap(({ problems }) => problems),
    });
  }
  if (dryRun === true) {
    output.line(
      `${persistentId} would become version ${version}${plan.workflow === null ? '' : `, once the workflow "${plan.workflow}" has ended`}.`,
    );
    if (plan.reason !== null) output.line(plan.reason);
    if (plan.externallyValidated) output.line('A program of the operator judges the metadata besides.');
    output.result({ persistentId, ...plan });
    return;
  }
  const { publishDataset: done } = await client.ask(publishShape, PUBLISH, { input: { dataset: reference, type: plan.type } });
  if (done.outcome === 'PUBLISHED') output.line(`${persistentId} is published as version ${version}: ${done.dataset.persistentUrl}`);
  else output.line(`${persistentId} is held by the workflow "${plan.workflow ?? ''}"; it becomes version ${version} when that has ended.`);
  output.result({ outcome: done.outcome, ...done.dataset });
}

const CREATE = `mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { persistentId databaseId } } }`;
const createShape = z.object({ createDataset: z.object({ dataset: z.object({ persistentId: z.string(), databaseId: z.number() }) }) });
async function create(file: string, { in: collection, ...options }: CommonOptions & { readonly in: string }): Promise<void> {
  const { output, signedIn } = createSession(options);
  const input = { collection: collectionReference(collection), version: { native: await versionIn(file) } };
  const { dataset } = (await (await signedIn()).ask(createShape, CREATE, { input })).createDataset;
  output.line(dataset.persistentId);
  output.result(dataset);
}

export function addPublishCommands(program: Command): void {
  program
    .command('create')
    .summary('create a dataset as a draft')
    .argument('<metadata>', 'file with native JSON: the version, or a dataset with its datasetVersion')
    .requiredOption('-i, --in <collection>', 'alias of the collection')
    .addHelpText('after', '\nExample:\n  archivolt create dataset.json --in physics')
    .action((file: string, _options: unknown, command: Command) => create(file, command.optsWithGlobals()));
  program
    .command('publish')
    .summary('publish the draft of a dataset')
    .description('Publishes the draft. Without --type it becomes a minor version where that is possible, else a major one.')
    .argument('<dataset>', 'its identifier or number')
    .option('--type <type>', 'major, minor or updatecurrent')
    .option('--dry-run', 'show which version it would become, or what stands against it')
    .addHelpText(
      'after',
      '\nExamples:\n  archivolt publish doi:10.5072/FK2/ABC123 --dry-run\n  archivolt publish doi:10.5072/FK2/ABC123 --type major',
    )
    .action((typed: string, _options: unknown, command: Command) => publish(typed, command.optsWithGlobals()));
}

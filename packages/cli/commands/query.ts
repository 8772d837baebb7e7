/** `query`: any operation of GraphQL. */
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import type { Command } from 'commander';
import { failureOf } from '../client.ts';
import { usageFailure } from '../failure.ts';
import { bulkQuery } from './bulk-query.ts';
import { type CommonOptions, createSession } from '../session.ts';

interface QueryOptions extends CommonOptions {
  readonly file?: string;
  readonly variables?: string;
  readonly var?: readonly string[];
  readonly jsonVar?: readonly string[];
  readonly operation?: string;
  readonly bulk?: boolean;
}

async function documentOf(typed: string | undefined, file: string | undefined): Promise<string> {
  if (typed !== undefined && file !== undefined) throw usageFailure('Give the operation once: as an argument, or as --file.');
  if (typed !== undefined && typed !== '-') return typed;
  if (file !== undefined && file !== '-') {
    return readFile(file, 'utf8').catch((error: unknown) => {
      throw usageFailure(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
    });
  }
  return textOf(process.stdin);
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageFailure(`${name} is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Name and value of `name=value`. @throws CliFailure */
function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw usageFailure(`"${text}" is no variable: write name=value.`);
}

async function variablesOf({ variables, var: texts = [], jsonVar = [] }: QueryOptions): Promise<Record<string, unknown>> {
  const text = variables?.startsWith('@') === true ? await documentOf(undefined, variables.slice(1)) : variables;
  const whole = text === undefined ? {} : parsed('--variables', text);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) throw usageFailure('--variables is a JSON object.');
  return {
    ...whole,
    ...Object.fromEntries(texts.map(pairOf)),
    ...Object.fromEntries(jsonVar.map(pairOf).map(([name, value]) => [name, parsed(`The variable ${name}`, value)])),
  };
}

async function query(typed: string | undefined, options: QueryOptions): Promise<void> {
  const session = createSession({ ...options, json: true });
  const document = await documentOf(typed, options.file);
  const variables = await variablesOf(options);
  if (options.bulk === true) {
    if (options.operation !== undefined) throw usageFailure('A document for --bulk has one operation: leave --operation out.');
    await bulkQuery(await session.client(), document, variables);
    return;
  }
  const answer = await (await session.client()).send(document, variables, options.operation);
  // As the server gave it: what was refused stands beside what was not.
  session.output.result(answer);
  if (answer.errors !== undefined && answer.errors.length > 0) throw failureOf(answer.errors);
}

const gather = (value: string, before: readonly string[] | undefined): string[] => [...(before ?? []), value];

export function addQueryCommand(program: Command): void {
  program
    .command('query')
    .summary('send a query or mutation of GraphQL')
    .description(
      'Sends an operation of GraphQL and prints the answer as JSON. The schema is at /graphql/schema.graphql, an explorer at /graphql in a browser.',
    )
    .argument('[operation]', 'the document; - or nothing reads it from standard input')
    .option('-f, --file <path>', 'read the document from a file')
    .option('--variables <json>', 'all variables as a JSON object, or @file')
    .option('-v, --var <name=value>', 'a variable that is a text; may be repeated', gather)
    .option('-j, --json-var <name=json>', 'a variable in JSON; may be repeated', gather)
    .option('--operation <name>', 'which operation of the document')
    .option('--bulk', 'run a query over a whole connection as a job, and print a line of JSON for each node')
    .addHelpText(
      'after',
      `
Examples:
  archivolt query '{ viewer { identifier } }'
  archivolt query -f files.graphql -v pid=doi:10.5072/FK2/ABC123 -j first=100
  archivolt query --bulk '{ collection(reference: { alias: "root" }) { contents { nodes { ... on Dataset { persistentId } } } } }'
  archivolt query -j 'reference={"databaseId": 3}' 'query ($reference: DatasetReference!) { dataset(reference: $reference) { persistentId } }'`,
    )
    .action((typed: string | undefined, _options: unknown, command: Command) => query(typed, command.optsWithGlobals()));
}

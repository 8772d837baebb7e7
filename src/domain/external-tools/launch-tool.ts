/** Starting a tool, and what it may ask for. Source: users-admin.md 18.3. */
import type { DatasetKey } from '../../db/queries/datasets/datasets.ts';
import type { ExternalToolRow } from '../../db/queries/external-tools/external-tools.ts';
import type { FileKey } from '../../db/queries/files/file-access.ts';
import { type CommandContext, query } from '../../kernel/command.ts';
import { signAddress } from '../access/accounts/signed-urls.ts';
import { filledTemplate, type NamedValue, parameterValues, withParameters, type WordValues } from './tool-address.ts';
import { datasetSubject, fileSubject, NEWEST, type ToolSubject } from './tool-subject.ts';

/** A tool asks once for what it may do, as soon as it was started. */
const CALLBACK_MINUTES = 5;

/** What the request says of how the tool is to be shown. */
export interface LaunchChoice {
  readonly toolId: number;
  readonly preview: boolean;
  readonly locale: string | null;
}

/** A tool with the address that starts it. */
export interface LaunchedTool {
  readonly tool: ExternalToolRow;
  /** Id of the dataset or file. */
  readonly nodeId: number;
  readonly url: string;
  readonly preview: boolean;
}

/**
 * An address, signed for the caller where something is not open to all and the caller has an API token. Not for a named token: a signed
 * address acts as the account itself, without the token's limits.
 */
async function addressFor(
  { db, actor, services }: CommandContext,
  { isOpen }: ToolSubject,
  { path, minutes, method }: { readonly path: string; readonly minutes: number; readonly method: string },
): Promise<string> {
  const url = `${services.installation.siteUrl}${path}`;
  if (isOpen || actor.account === null || actor.token !== undefined) return url;
  return (await signAddress(db, services.signingKey, actor.account, { url, minutes, method }))?.signedUrl ?? url;
}

function wordsFor({ actor }: CommandContext, { isOpen, words }: ToolSubject, locale: string | null): WordValues {
  const apiToken = isOpen ? undefined : actor.account?.apiToken;
  return {
    ...words,
    ...(locale !== null && { '{localeCode}': locale }),
    ...(apiToken !== undefined && { '{apiToken}': apiToken }),
  };
}

async function launch(context: CommandContext, subject: ToolSubject, { preview, locale }: LaunchChoice): Promise<LaunchedTool> {
  const { tool, nodeId, callbackPath } = subject;
  const shown: readonly NamedValue[] = preview ? [{ name: 'preview', value: 'true' }] : [];
  if (tool.allowedCalls === null) {
    const parameters = parameterValues(tool.parameters, wordsFor(context, subject, locale));
    return { tool, nodeId, preview, url: withParameters(tool.toolUrl, [...parameters, ...shown]) };
  }
  const callback = await addressFor(context, subject, { path: callbackPath, minutes: CALLBACK_MINUTES, method: 'GET' });
  const parameters = [
    { name: 'callback', value: Buffer.from(callback).toString('base64') },
    ...(locale === null ? [] : [{ name: 'locale', value: locale }]),
    ...shown,
  ];
  return { tool, nodeId, preview, url: withParameters(tool.toolUrl, parameters) };
}

/** The address that starts a tool for the newest version of a dataset that the caller may see. */
export const launchDatasetTool = query({
  name: 'launchDatasetTool',
  subject: ({ context }, { dataset, toolId }: LaunchChoice & { readonly dataset: DatasetKey }) =>
    datasetSubject(context, { dataset, version: NEWEST, toolId }),
  requires: ({ needs }) => needs,
  run: (context, subject, choice): Promise<LaunchedTool> => launch(context, subject, choice),
});

/** The address that starts a tool for a file, which the caller may download. */
export const launchFileTool = query({
  name: 'launchFileTool',
  subject: ({ context }, { file, toolId }: LaunchChoice & { readonly file: FileKey }) =>
    fileSubject(context, { file, recordId: undefined, toolId }),
  requires: ({ needs }) => needs,
  run: (context, subject, choice): Promise<LaunchedTool> => launch(context, subject, choice),
});

/** A request that a tool may make. */
export interface ToolCall {
  readonly name: string;
  readonly httpMethod: string;
  /** It acts as the caller where what the tool was started for is not open to all. */
  readonly url: string;
  readonly timeOutMinutes: number;
}

/** What a tool was started with, and the requests that it may make. */
export interface ToolParameters {
  readonly parameters: readonly NamedValue[];
  readonly calls: readonly ToolCall[];
}

async function parametersFor(context: CommandContext, subject: ToolSubject): Promise<ToolParameters> {
  const { tool } = subject;
  // The language is told by the address that started the tool.
  const words = wordsFor(context, subject, null);
  const calls: ToolCall[] = [];
  for (const { name, httpMethod, urlTemplate, timeOutMinutes } of tool.allowedCalls ?? []) {
    const path = filledTemplate(urlTemplate, words);
    const url = await addressFor(context, subject, { path, minutes: timeOutMinutes, method: httpMethod });
    calls.push({ name, httpMethod, url, timeOutMinutes });
  }
  return { parameters: parameterValues(tool.parameters, words), calls };
}

/** What a tool may ask for that was started for a version of a dataset. */
export const viewDatasetToolParameters = query({
  name: 'viewDatasetToolParameters',
  subject: (
    { context },
    { dataset, version, toolId }: { readonly dataset: DatasetKey; readonly version: string; readonly toolId: number },
  ) => datasetSubject(context, { dataset, version, toolId }),
  requires: ({ needs }) => needs,
  run: (context, subject): Promise<ToolParameters> => parametersFor(context, subject),
});

/** What a tool may ask for that was started for a file. */
export const viewFileToolParameters = query({
  name: 'viewFileToolParameters',
  subject: ({ context }, { file, recordId, toolId }: { readonly file: FileKey; readonly recordId: number; readonly toolId: number }) =>
    fileSubject(context, { file, recordId, toolId }),
  requires: ({ needs }) => needs,
  run: (context, subject): Promise<ToolParameters> => parametersFor(context, subject),
});

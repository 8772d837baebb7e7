import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { CliFailure, EXIT, usageFailure } from '../failure.ts';
import { type CommonOptions, createSession } from '../session.ts';

const settingShape = z.object({ name: z.string(), language: z.string().nullable(), value: z.string() });
const LIST = `query { settings { name language value } }`;
const GET = `query ($name: String!, $language: String) { setting(name: $name, language: $language) { name language value } }`;
const PUT = `mutation ($input: SetSettingInput!) { setSetting(input: $input) { setting { name language value } } }`;
const DELETE = `mutation ($input: DeleteSettingInput!) { deleteSetting(input: $input) { name language } }`;

interface SettingOptions extends CommonOptions {
  readonly language?: string;
}

/** Names begin with a colon, which shells do not mind and people forget. */
const settingName = (typed: string): string => (typed.startsWith(':') ? typed : `:${typed}`);

async function list(options: CommonOptions): Promise<void> {
  const { output, client } = createSession(options);
  const { settings } = await (await client()).ask(z.object({ settings: z.array(settingShape) }), LIST);
  for (const { name, language, value } of settings) output.line(`${name}${language === null ? '' : ` (${language})`} = ${value}`);
  output.result(settings);
}

async function get(typed: string, { language, ...options }: SettingOptions): Promise<void> {
  const { output, client } = createSession(options);
  const name = settingName(typed);
  const { setting } = await (await client()).ask(z.object({ setting: settingShape.nullable() }), GET, { name, language });
  if (setting === null) throw new CliFailure(EXIT.notFound, 'SETTING_NOT_FOUND', `${name} is not set.`);
  output.line(setting.value);
  output.result(setting);
}

/** A value, or with `@file` what stands in the file. */
async function valueOf(typed: string): Promise<string> {
  if (!typed.startsWith('@')) return typed;
  return readFile(typed.slice(1), 'utf8').catch((error: unknown) => {
    throw usageFailure(`${typed.slice(1)} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  });
}

async function set(typed: string, value: string, { language, ...options }: SettingOptions): Promise<void> {
  const { output, client } = createSession(options);
  const input = { name: settingName(typed), language, value: await valueOf(value) };
  const { setting } = (await (await client()).ask(z.object({ setSetting: z.object({ setting: settingShape }) }), PUT, { input }))
    .setSetting;
  output.line(`${setting.name} = ${setting.value}`);
  output.result(setting);
}

async function remove(typed: string, { language, ...options }: SettingOptions): Promise<void> {
  const { output, client } = createSession(options);
  const input = { name: settingName(typed), language };
  const shape = z.object({ deleteSetting: z.object({ name: z.string(), language: z.string().nullable() }) });
  const { deleteSetting } = await (await client()).ask(shape, DELETE, { input });
  output.line(`${deleteSetting.name} is not set.`);
  output.result(deleteSetting);
}

export function addSettingCommands(admin: Command): void {
  const settings = admin.command('settings').summary('settings of the installation');
  const named = (name: string, summary: string): Command =>
    settings
      .command(name)
      .summary(summary)
      .argument('<name>', 'name, with or without its colon')
      .option('--language <code>', 'the value for one language');
  settings
    .command('list')
    .summary('list what is set')
    .action((_options: unknown, command: Command) => list(command.optsWithGlobals()));
  named('get', 'show a setting').action((name: string, _options: unknown, command: Command) => get(name, command.optsWithGlobals()));
  named('set', 'set a setting; it acts at once')
    .argument('<value>', 'the value; @file reads it from a file')
    .action((name: string, value: string, _options: unknown, command: Command) => set(name, value, command.optsWithGlobals()));
  named('delete', 'delete a setting').action((name: string, _options: unknown, command: Command) =>
    remove(name, command.optsWithGlobals()),
  );
}

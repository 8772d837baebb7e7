import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  RateLimitsDocument,
  SettingDeleteDocument,
  SettingListDocument,
  SettingPutDocument,
  SettingsReplaceDocument,
  SettingViewDocument,
} from '../../../generated/operations.ts';
import { csvOf } from '../../records/csv.ts';
import { toSecond } from '../../records/record.ts';
import { settingsOf, settingsRecord, settingsSchema } from '../records/setting-record.ts';
import { messageAnswer, enveloped, bareText } from '../../answers.ts';
import { recordSchema, listOf } from '../../records/schema.ts';
import { numberParameter } from '../../reference.ts';
import { type EnvelopeReply, type Route, route } from '../../route.ts';

const ALL = '/api/admin/settings';
const ONE = '/api/admin/settings/{name}';
const LOCALIZED = '/api/admin/settings/{name}/lang/{lang}';

/** A value is read as it is, whatever its content type says. */
const valueBody = { kind: 'text', schema: z.string() } as const;

function shown(setting: { readonly value: string } | null, key: string): EnvelopeReply<never> {
  if (setting === null) throw new DomainError('SETTING_NOT_FOUND', `Setting ${key} not found.`);
  return { message: setting.value };
}

const names = listOf(z.string());

const settingsChangeSchema = recordSchema('SettingsChange', 'Names of settings, by the change made. Source: users-admin.md 10.1.', {
  created: names,
  updated: names,
  deleted: names,
  unchanged: names,
});

export const settingRoutes: readonly Route[] = [
  route({
    id: 'admin.settings.put',
    method: 'PUT',
    path: ONE,
    summary: 'Sets a setting; the body is its value.',
    auth: 'admin',
    body: valueBody,
    refusals: ['AUTHENTICATION_REQUIRED', 'SETTING_INVALID'],
    answer: messageAnswer,
    operation: SettingPutDocument,
    variables: ({ path, body }) => ({ input: { name: path.name, value: body } }),
    reply: (_data, { path }) => ({ message: `Setting ${path.name} added.` }),
  }),
  route({
    id: 'admin.settings.get',
    method: 'GET',
    path: ONE,
    summary: 'The value of a setting.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'SETTING_NOT_FOUND', 'SETTING_INVALID'],
    answer: messageAnswer,
    operation: SettingViewDocument,
    variables: ({ path }) => ({ name: path.name }),
    reply: ({ setting }, { path }) => shown(setting, path.name),
  }),
  route({
    id: 'admin.settings.delete',
    method: 'DELETE',
    path: ONE,
    summary: 'Deletes a setting, whether set or not.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'SETTING_INVALID'],
    answer: messageAnswer,
    operation: SettingDeleteDocument,
    variables: ({ path }) => ({ input: { name: path.name } }),
    reply: (_data, { path }) => ({ message: `Setting ${path.name} deleted.` }),
  }),
  route({
    id: 'admin.settings.lang.put',
    method: 'PUT',
    path: LOCALIZED,
    summary: 'Sets a setting for one language (ISO 639-1); the body is its value.',
    auth: 'admin',
    body: valueBody,
    refusals: ['AUTHENTICATION_REQUIRED', 'SETTING_INVALID'],
    answer: messageAnswer,
    operation: SettingPutDocument,
    variables: ({ path, body }) => ({ input: { name: path.name, language: path.lang, value: body } }),
    reply: (_data, { path }) => ({ message: `Setting ${path.name}/lang/${path.lang} added.` }),
  }),
  route({
    id: 'admin.settings.lang.get',
    method: 'GET',
    path: LOCALIZED,
    summary: 'The value of a setting for one language.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'SETTING_NOT_FOUND', 'SETTING_INVALID'],
    answer: messageAnswer,
    operation: SettingViewDocument,
    variables: ({ path }) => ({ name: path.name, language: path.lang }),
    reply: ({ setting }, { path }) => shown(setting, `${path.name}/lang/${path.lang}`),
  }),
  route({
    id: 'admin.settings.lang.delete',
    method: 'DELETE',
    path: LOCALIZED,
    summary: 'Deletes the value of a setting for one language, whether set or not.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'SETTING_INVALID'],
    answer: messageAnswer,
    operation: SettingDeleteDocument,
    variables: ({ path }) => ({ input: { name: path.name, language: path.lang } }),
    reply: (_data, { path }) => ({ message: `Setting ${path.name}/lang/${path.lang} deleted.` }),
  }),
  route({
    id: 'admin.settings.list',
    method: 'GET',
    path: ALL,
    summary: 'All settings that are set, as one object.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(settingsSchema),
    operation: SettingListDocument,
    variables: () => ({}),
    reply: ({ settings }) => ({ data: settingsRecord(settings) }),
  }),
  route({
    id: 'admin.settings.replace',
    method: 'PUT',
    path: ALL,
    summary: 'Replaces all settings, all or none; those not in the body are deleted.',
    auth: 'admin',
    body: { kind: 'json', schema: z.unknown() },
    refusals: ['AUTHENTICATION_REQUIRED', 'SETTING_INVALID'],
    answer: enveloped(settingsChangeSchema, { beside: ['message'] }),
    operation: SettingsReplaceDocument,
    variables: ({ body }) => ({ input: { settings: settingsOf(body) } }),
    reply: ({ replaceSettings: { created, updated, deleted, unchanged } }) => ({
      message: 'The settings were successfully updated.',
      data: { created, updated, deleted, unchanged },
    }),
  }),
  route({
    id: 'admin.rateLimitStats',
    method: 'GET',
    path: '/api/admin/rateLimitStats',
    summary: 'Rate-limit counters by caller and operation, as CSV; with a filter, only callers of the last so many minutes.',
    auth: 'superuser',
    query: z.object({
      deltaMinutesFilter: numberParameter('must be a number of minutes', 6),
    }),
    answer: bareText('text/csv'),
    operation: RateLimitsDocument,
    variables: ({ query }) => ({ withinMinutes: query.deltaMinutesFilter }),
    reply: ({ rateLimits }) => ({
      bare: csvOf([
        ['user', 'operation', 'limitPerHour', 'callsLeft', 'lastCalledAt'],
        ...rateLimits.nodes.map(({ identifier, operation, limitPerHour, callsLeft, lastCalledAt }) => [
          identifier,
          operation,
          String(limitPerHour),
          String(callsLeft),
          toSecond(lastCalledAt) ?? '',
        ]),
      ]),
      contentType: 'text/csv;charset=UTF-8',
    }),
  }),
];

import { z } from 'zod';
import { DomainError } from '../../errors/domain-error.ts';
import { SettingDeleteDocument, SettingPutDocument, SettingViewDocument } from '../../generated/operations.ts';
import { type Route, route } from '../route.ts';

export const settingRoutes: readonly Route[] = [
  route({
    id: 'admin.settings.put',
    method: 'PUT',
    path: '/api/admin/settings/{name}',
    summary: 'Sets a setting; the body is its value.',
    auth: 'admin',
    body: { kind: 'text', schema: z.string() },
    operation: SettingPutDocument,
    variables: ({ path, body }) => ({ input: { name: path.name, value: body } }),
    reply: (_data, { path }) => ({ message: `Setting ${path.name} added.` }),
  }),
  route({
    id: 'admin.settings.get',
    method: 'GET',
    path: '/api/admin/settings/{name}',
    summary: 'The value of a setting.',
    auth: 'admin',
    operation: SettingViewDocument,
    variables: ({ path }) => ({ name: path.name }),
    reply: ({ setting }, { path }) => {
      if (setting === null) throw new DomainError('SETTING_NOT_FOUND', `Setting ${path.name} not found.`);
      return { message: setting.value };
    },
  }),
  route({
    id: 'admin.settings.delete',
    method: 'DELETE',
    path: '/api/admin/settings/{name}',
    summary: 'Deletes a setting, whether set or not.',
    auth: 'admin',
    operation: SettingDeleteDocument,
    variables: ({ path }) => ({ input: { name: path.name } }),
    reply: (_data, { path }) => ({ message: `Setting ${path.name} deleted.` }),
  }),
];

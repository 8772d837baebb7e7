import type { ContractCase } from './contract-case.ts';
import { GUESTBOOK } from './guestbook-seed.ts';

/** How much a collection may have of guestbooks, templates and featured items, and what guests are refused of them. */
export const presentedLimitCases: readonly ContractCase[] = [
  {
    row: 'guestbooks.create',
    shows: 'refuses more than 200 guestbooks',
    as: 'superuser',
    given: async ({ fresh, server }) => {
      const { id } = await fresh.collection();
      await server.application.connection.sql`
        insert into guestbook (collection_id, name, enabled, name_required, email_required, institution_required, position_required)
        select ${id}, 'Guestbook ' || n, true, false, false, false, false from generate_series(1, 200) n`;
      return { path: [id], json: GUESTBOOK };
    },
    status: 403,
    errorCode: 'GUESTBOOK_LIMIT_REACHED',
  },
  {
    row: 'guestbooks.enabled',
    shows: 'names an unknown collection',
    as: 'superuser',
    given: () => ({ path: ['nosuch', 1], raw: 'true' }),
    status: 404,
    errorCode: 'COLLECTION_NOT_FOUND',
  },
  {
    row: 'collections.featuredItems.list',
    shows: 'is not for guests where nothing is published',
    given: async ({ fresh }) => ({ path: [(await fresh.collection(false)).alias] }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  },
  {
    row: 'collections.featuredItems.add',
    shows: 'refuses more than 50 items',
    as: 'superuser',
    given: async ({ fresh, server }) => {
      const { id } = await fresh.collection();
      await server.application.connection.sql`
        insert into featured_item (collection_id, content, display_order, item_type) select ${id}, 'Item ' || n, n, 'custom' from generate_series(1, 50) n`;
      const form = new FormData();
      const item = { id: '0', displayOrder: '0', type: 'custom', content: 'One more' };
      for (const [name, value] of Object.entries(item)) form.append(name, value);
      return { path: [id], raw: form };
    },
    status: 403,
    errorCode: 'FEATURED_ITEM_LIMIT_REACHED',
  },
  {
    row: 'collections.templates.create',
    shows: 'refuses more than 100 templates',
    as: 'superuser',
    given: async ({ fresh, callers, server }) => {
      const { id } = await fresh.collection();
      const { sql } = server.application.connection;
      await callers.superuser.rest.post(`/api/collections/${id}/templates`, { name: 'First' });
      await sql`
        insert into dataset_template select (jsonb_populate_record(t, jsonb_build_object('id', nextval(pg_get_serial_sequence('dataset_template', 'id'))))).*
        from dataset_template t, generate_series(1, 99) where t.collection_id = ${id}`;
      return { path: [id], json: { name: 'One more' } };
    },
    status: 403,
    errorCode: 'TEMPLATE_LIMIT_REACHED',
  },
  ...(['admin.templates.list', 'admin.templates.ofCollection', 'admin.template.delete'] as const).map((row): ContractCase => ({
    row,
    shows: 'is not for guests',
    given: ({ open }) => ({ path: row === 'admin.templates.list' ? [] : row === 'admin.template.delete' ? [1] : [open.alias] }),
    status: 401,
    errorCode: 'AUTHENTICATION_REQUIRED',
  })),
];

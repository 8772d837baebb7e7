import { z } from 'zod';
import { notifyCaches } from '../../db/queries/installation/cache-notices.ts';
import { setDisplayOnCreate } from '../../db/queries/metadata/metadata-block-writes.ts';
import { bumpCatalogVersion, lockMetadataCatalog } from '../../db/queries/metadata/metadata-blocks.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';

/** Every field that can be a facet and has a title, by id. Source: blocks.md 8. */
export const listFacetableFields = query({
  name: 'listFacetableFields',
  subject: noSubject,
  requires: 'Public',
  run: ({ services }, _subject, _input: Readonly<Record<string, never>>): readonly FieldDefinition[] =>
    services.blocks.current().fields.filter(({ facetable, title }) => facetable && title !== ''),
});

/** Fields by id: all, or those of the given names. */
export const listFieldCatalog = query({
  name: 'listFieldCatalog',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ services }, _subject, { names }: { readonly names: readonly string[] | null }): Promise<readonly FieldDefinition[]> => {
    if (names === null) return services.blocks.current().fields;
    const known = services.blocks.current();
    const catalog = names.every((name) => known.findField(name) !== undefined) ? known : await services.blocks.refresh();
    return [...new Set(names)].flatMap((name) => catalog.findField(name) ?? []).toSorted((one, other) => one.id - other.id);
  },
});

/** Says whether forms show a field on create, in the whole installation. @throws DomainError METADATA_FIELD_NOT_FOUND */
export const setFieldDisplayOnCreate = command({
  name: 'setFieldDisplayOnCreate',
  input: z.object({ fieldName: z.string(), displayOnCreate: z.boolean() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, services, note, afterCommit }, _subject, { fieldName, displayOnCreate }): Promise<string> => {
    await lockMetadataCatalog(tx);
    const field = (await services.blocks.refresh(tx)).findField(fieldName);
    if (field === undefined) throw new DomainError('METADATA_FIELD_NOT_FOUND', `There is no metadata field ${fieldName}.`);
    await setDisplayOnCreate(tx, field.id, displayOnCreate);
    await bumpCatalogVersion(tx);
    await notifyCaches(tx, 'metadata-catalog');
    note({ field: field.name, displayOnCreate });
    afterCommit(async () => {
      await services.blocks.refresh();
    });
    return field.name;
  },
});

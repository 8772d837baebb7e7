import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { BlockDefinition } from '../../model/metadata/block-definition.ts';

/** The block of this id or name, also one that another process has loaded a moment ago. */
export const findMetadataBlock = query({
  name: 'findMetadataBlock',
  subject: noSubject,
  requires: 'Public',
  run: async ({ services }, _subject, key: { readonly id: number } | { readonly name: string }): Promise<BlockDefinition | undefined> => {
    const find = (catalog: BlockCatalog) => ('id' in key ? catalog.findBlockById(key.id) : catalog.findBlock(key.name));
    return find(services.blocks.current()) ?? find(await services.blocks.refresh());
  },
});

/** Where one chooses the collection of a new dataset. */
import { h } from 'preact';
import { PageOfDepositStartDocument } from '../../../generated/page-operations.ts';
import { type DepositAnswerer, OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';

/** Lists the collections that the account has a role in that lets it create datasets. */
export const depositStart: DepositAnswerer = async ({ run, messages: { metadata } }) => {
  const { viewer, root } = await run(PageOfDepositStartDocument, {});
  const hits = viewer.ownHits.nodes.flatMap(({ hit }) => (hit.__typename === 'CollectionHit' ? [hit.collection] : []));
  const all = [...(root === null ? [] : [root]), ...hits];
  const open = all.filter(
    ({ alias, viewerPermissions }, at) =>
      viewerPermissions.includes('AddDataset') && all.findIndex((other) => other.alias === alias) === at,
  );
  return {
    page: {
      ...OF_DEPOSITING,
      title: metadata.newTitle,
      main: [
        h(
          'div',
          { class: 'heading' },
          h('h1', null, metadata.chooseTitle),
          h('p', null, open.length === 0 ? metadata.chooseNone : metadata.chooseNote),
        ),
        open.length === 0
          ? null
          : h(
              'ul',
              { class: 'list' },
              open.map(({ alias, name, description }) =>
                h(
                  'li',
                  null,
                  h('a', { href: depositPaths.create(alias), dir: 'auto' }, name),
                  description === null || description === '' ? null : h('p', { class: 'quiet', dir: 'auto' }, description.slice(0, 300)),
                ),
              ),
            ),
        h(
          'form',
          { method: 'get', action: '/deposit/new', class: 'fields' },
          h(
            'p',
            null,
            h('label', { for: 'collection' }, metadata.chooseOther),
            h('input', { id: 'collection', name: 'collection', required: true, maxLength: 60, autocomplete: 'off' }),
          ),
          h('p', null, h('button', { type: 'submit', class: 'button' }, metadata.chooseGo)),
        ),
      ],
    },
  };
};

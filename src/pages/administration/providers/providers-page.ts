/** Providers of sign-in: which there are, and switching them on and off. */
import { h } from 'preact';
import { PageOfProvidersDocument, PageSetProviderEnabledDocument } from '../../../generated/page-operations.ts';
import { badge } from '../../dataset-parts.ts';
import type { AdministrationAnswer, AdministrationCall } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { type Deed, deedPage, type Told } from '../deeds.ts';
import { lineButton } from '../line-button.ts';
import { recordsList } from '../records-list.ts';
import { keepOwnProvider } from './keep-own-provider.ts';

const ACTION = '/admin/providers';

async function show({ run, messages }: AdministrationCall, told: Told): Promise<AdministrationAnswer> {
  const { providers: words } = messages.installation;
  const { authenticationProviders: nodes, viewer } = await run(PageOfProvidersDocument, {});
  return administrationPage(
    messages,
    { title: words.title, text: words.intro, done: words.done, told },
    recordsList(
      {
        none: words.nobody,
        caption: words.count(nodes.length),
        columns: [words.columns.provider, words.columns.kind, words.columns.state, words.columns.change],
        nodes,
        row: ({ providerId, factoryAlias, title, subtitle, enabled }) => ({
          head: [
            h('a', { href: paths.provider(providerId) }, title ?? providerId),
            h('p', null, h('code', null, providerId)),
            subtitle === null ? null : h('p', { class: 'quiet' }, subtitle),
          ],
          cells: [
            factoryAlias === null ? messages.administration.none : h('code', null, factoryAlias),
            enabled ? badge('released', words.on) : badge('deaccessioned', words.off),
            viewer.user?.authenticationProviderId === providerId && enabled
              ? h('p', { class: 'quiet' }, words.own)
              : lineButton(
                  ACTION,
                  { id: providerId, does: enabled ? 'off' : 'on' },
                  enabled ? words.switchOff : words.switchOn,
                  title ?? providerId,
                ),
          ],
        }),
      },
      messages,
    ),
    h('p', null, h('a', { href: paths.provider(), class: 'button' }, words.add)),
  );
}

const switched =
  (enabled: boolean): Deed =>
  async (call, text) => {
    const providerId = text('id');
    if (!enabled) await keepOwnProvider(call, providerId);
    return call.run(PageSetProviderEnabledDocument, { input: { providerId, enabled } });
  };

export const providersPage = deedPage({
  deeds: { on: switched(true), off: switched(false) },
  show,
  location: (done) => paths.providers(done),
});

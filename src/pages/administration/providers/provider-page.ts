/** One provider of sign-in: its kind, its configuration without its secrets, and changing them. */
import { type ComponentChildren, h } from 'preact';
import {
  type PageAuthenticationProviderFragment,
  PageDeleteProviderDocument,
  PageOfProviderDocument,
  PageOfProviderFactoriesDocument,
  type PageOfProviderFactoriesQuery,
  PageOfProvidersDocument,
  PageSetProviderDocument,
} from '../../../generated/page-operations.ts';
import { factList, section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import { valueOf } from '../../deposit/form-values.ts';
import { postButton } from '../../deposit/post-button.ts';
import { textField } from '../../deposit/text-field.ts';
import type { AdministrationAnswer, AdministrationCall } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { choiceField } from '../choice-field.ts';
import { type Deed, deedPage, type Told } from '../deeds.ts';
import { formText } from '../form-text.ts';
import { linesIn } from '../lines-in.ts';
import { orNull } from '../or-null.ts';
import { tickField } from '../tick-field.ts';
import { keepOwnProvider } from './keep-own-provider.ts';
import { PageRefusal } from '../../page-refusal.ts';

const ACTION = '/admin/provider';

/** Between the pairs of a configuration, which the form shows one on a line. */
const SEPARATOR = '|';

type Factories = PageOfProviderFactoriesQuery['authenticationProviderFactories'];

interface Shown {
  /** Undefined for a new one. */
  readonly provider: PageAuthenticationProviderFragment | undefined;
  readonly factories: Factories;
  /** Whether the account is signed in by it. */
  readonly isOwn: boolean;
}

async function shownFor({ run, query, form }: AdministrationCall): Promise<Shown> {
  const id = query['id'] ?? valueOf(form, 'id');
  if (id === '') {
    const { authenticationProviderFactories: factories } = await run(PageOfProviderFactoriesDocument, {});
    return { provider: undefined, factories, isOwn: false };
  }
  const found = await run(PageOfProviderDocument, { providerId: id });
  return {
    provider: found.authenticationProvider,
    factories: found.authenticationProviderFactories,
    isOwn: found.viewer.user?.authenticationProviderId === id,
  };
}

function fields({ provider, factories }: Shown, told: Told, { installation: { providers: words } }: Messages): ComponentChildren {
  const text = formText(told);
  const fault = (name: string): ComponentChildren => told.faults?.get(name);
  const configuration = (provider?.factoryData ?? '').split(SEPARATOR).map((pair) => pair.trim());
  const kind = text('factoryAlias', provider?.factoryAlias ?? '');
  // What is kept may be a kind of another program, while the provider is off.
  const kinds = factories.some(({ alias }) => alias === kind) || kind === '' ? factories : [{ alias: kind, info: kind }, ...factories];
  return [
    provider === undefined
      ? textField({
          name: 'providerId',
          label: words.id,
          hint: words.idHint,
          value: text('providerId', ''),
          fault: fault('providerId'),
          required: true,
        })
      : null,
    choiceField({
      name: 'factoryAlias',
      label: words.kind,
      value: kind,
      fault: fault('factoryAlias'),
      choices: [['', words.noKind], ...kinds.map(({ alias, info }) => [alias, alias === info ? alias : `${alias}: ${info}`] as const)],
    }),
    textField({
      name: 'title',
      label: words.name,
      hint: words.nameHint,
      value: text('title', provider?.title ?? ''),
      fault: fault('title'),
    }),
    textField({ name: 'subtitle', label: words.subtitle, value: text('subtitle', provider?.subtitle ?? ''), fault: fault('subtitle') }),
    textField({
      name: 'factoryData',
      label: words.configuration,
      hint: words.configurationHint,
      value: text('factoryData', configuration.join('\n')),
      fault: fault('factoryData'),
      isLong: true,
    }),
    tickField({ name: 'enabled', label: words.enabled, checked: text('enabled', provider?.enabled === true ? 'yes' : '') === 'yes' }),
  ];
}

async function show(call: AdministrationCall, told: Told): Promise<AdministrationAnswer> {
  const { messages } = call;
  const { providers: words, save } = messages.installation;
  const shown = await shownFor(call);
  const { provider } = shown;
  const hidden: Record<string, string> = provider === undefined ? {} : { id: provider.providerId };
  return administrationPage(
    messages,
    { title: provider?.title ?? provider?.providerId ?? words.newTitle, above: [{ href: paths.providers(), name: words.title }], told },
    provider === undefined ? null : factList([[words.id, h('code', null, provider.providerId), shown.isOwn ? words.own : null]]),
    postButton(ACTION, { ...hidden, does: 'save' }, save, fields(shown, told, messages)),
    provider === undefined || shown.isOwn
      ? null
      : section('remove', words.remove, postButton(ACTION, { ...hidden, does: 'delete' }, words.remove, h('p', null, words.removeText))),
  );
}

/** The id of a new provider: the operation would put it in place of the one that has the id. @throws DomainError BAD_USER_INPUT */
async function newId({ run, messages }: AdministrationCall, providerId: string): Promise<string> {
  const { authenticationProviders } = await run(PageOfProvidersDocument, {});
  if (!authenticationProviders.some((one) => one.providerId === providerId)) return providerId;
  throw new PageRefusal('BAD_USER_INPUT', messages.installation.providers.idTaken, 'providerId');
}

const deeds: Readonly<Record<string, Deed>> = {
  save: async (call, text) => {
    const kept = text('id');
    // A provider that is gone is not made anew by the form that was to change it.
    const providerId =
      kept === ''
        ? await newId(call, text('providerId').trim())
        : (await call.run(PageOfProviderDocument, { providerId: kept })).authenticationProvider.providerId;
    const enabled = text('enabled') === 'yes';
    if (!enabled && kept !== '') await keepOwnProvider(call, providerId);
    const input = {
      providerId,
      factoryAlias: orNull(text('factoryAlias')),
      title: orNull(text('title')),
      subtitle: orNull(text('subtitle')),
      factoryData: orNull(linesIn(text('factoryData')).join(SEPARATOR)),
      enabled,
    };
    return call.run(PageSetProviderDocument, { input });
  },
  delete: async (call, text) => {
    const providerId = text('id');
    await keepOwnProvider(call, providerId);
    return call.run(PageDeleteProviderDocument, { input: { providerId } });
  },
};

export const providerPage = deedPage({
  deeds,
  show,
  location: (done) => paths.providers(done),
  labels: ({ messages: { installation } }) => {
    const { id, kind, name, subtitle, configuration } = installation.providers;
    return { providerId: id, factoryAlias: kind, title: name, subtitle, factoryData: configuration };
  },
});

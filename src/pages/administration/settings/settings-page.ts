/** The list of settings, by group. */
import { type ComponentChildren, h } from 'preact';
import { type PageDefinedSettingFragment, PageOfSettingsDocument } from '../../../generated/page-operations.ts';
import { section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import type { AdministrationAnswerer } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { choiceField } from '../choice-field.ts';
import { recordsTable } from '../records-table.ts';

const LONGEST_SHOWN = 200;

/** What a list shows of a value, which may be long. */
function valueText({ secret, values }: PageDefinedSettingFragment, { settings: words, administration }: Messages): ComponentChildren {
  if (values.length === 0) return h('span', { class: 'quiet' }, administration.none);
  if (secret) return words.isSecret;
  return values.map(({ language, value }) => {
    const text = value ?? '';
    const shown = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text;
    return h('div', { dir: 'auto' }, language === null ? null : `${language}: `, h('code', null, shown));
  });
}

function table(title: string, settings: readonly PageDefinedSettingFragment[], messages: Messages): ComponentChildren {
  const { settings: words, shipped } = messages;
  return recordsTable(
    title,
    [words.columns.name, words.columns.value, words.columns.fallback],
    settings.map((setting) => ({
      head: [
        h('a', { href: paths.setting(setting.name) }, h('code', null, setting.name)),
        setting.effect === null ? null : h('p', null, shipped.settingEffect(setting.name, setting.effect)),
      ],
      cells: [valueText(setting, messages), setting.fallback === null ? '' : shipped.settingRule(setting.fallback)],
    })),
  );
}

/** Whether a search finds a setting: each of its words stands in the name or in what is said of it, here or in English. */
function isFound({ name, effect, valueRule }: PageDefinedSettingFragment, search: string, { shipped }: Messages): boolean {
  const effects = effect === null ? [] : [effect, shipped.settingEffect(name, effect)];
  const rules = valueRule === null ? [] : [valueRule, shipped.settingRule(valueRule)];
  const text = [name, ...effects, ...rules].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export const settingList: AdministrationAnswerer = async ({ run, query, messages }) => {
  const { settings: words } = messages;
  const { search = '', only = 'all' } = query;
  const { nodes } = (await run(PageOfSettingsDocument, only === 'set' ? { isSet: true } : {})).settingDefinitions;
  const groups = Map.groupBy(
    nodes.filter((setting) => isFound(setting, search, messages)),
    ({ group }) => group,
  );
  return administrationPage(
    messages,
    { title: words.title, text: words.intro },
    h(
      'form',
      { method: 'get', action: '/admin/settings', class: 'filter' },
      h(
        'div',
        { class: 'control' },
        h('label', { for: 'search' }, words.search),
        h('input', { id: 'search', name: 'search', type: 'text', value: search, autocomplete: 'off', maxlength: 100 }),
      ),
      choiceField({ name: 'only', label: words.only, value: only, choices: Object.entries(words.filters) }),
      h('p', null, h('button', { type: 'submit', class: 'button' }, words.show)),
    ),
    groups.size === 0
      ? h('p', { role: 'status' }, words.nothing)
      : [...groups].map(([group, settings]) =>
          section(`group-${group.toLowerCase()}`, words.groups[group], table(words.found(settings.length), settings, messages)),
        ),
  );
};

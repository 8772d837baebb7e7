/** One setting: what it is for, its values, and the forms that change them. */
import { type ComponentChildren, h } from 'preact';
import type { PageDefinedSettingFragment } from '../../../generated/page-operations.ts';
import { factList, section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Page } from '../../page.ts';
import { errorSummary, type SummaryItem } from '../../deposit/error-summary.ts';
import { postButton } from '../../deposit/post-button.ts';
import { textField } from '../../deposit/text-field.ts';
import { OF_ADMINISTRATION } from '../administration-call.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { administrationTop } from '../administration-top.ts';
import { wordOf } from '../word-of.ts';

/** What came of a form of the page. */
export interface SettingTold {
  readonly done?: string | undefined;
  readonly items?: readonly SummaryItem[];
  readonly faults?: ReadonlyMap<string, ComponentChildren>;
  /** What was typed, for which language. */
  readonly typed?: { readonly language: string | null; readonly value: string };
  readonly status?: number;
}

const YES: ReadonlySet<string> = new Set(['1', 'yes', 'true', 'allow']);

interface ValueField {
  readonly setting: PageDefinedSettingFragment;
  readonly value: string;
  readonly fault: ComponentChildren;
  readonly scope: string;
}

/** Values of yes or no have several words; the form shows the two that it writes. */
function choicesOf({ kind, choices }: PageDefinedSettingFragment, { administration }: Messages): readonly (readonly [string, string])[] {
  return kind === 'BOOLEAN'
    ? [
        ['true', administration.yes],
        ['false', administration.no],
      ]
    : choices.map((choice) => [choice, choice]);
}

function chosenOf({ kind }: PageDefinedSettingFragment, value: string): string {
  if (kind !== 'BOOLEAN') return value;
  return YES.has(value.trim().toLowerCase()) ? 'true' : 'false';
}

function valueField({ setting, value, fault, scope }: ValueField, messages: Messages): ComponentChildren {
  const { settings: words } = messages;
  const { kind, valueRule } = setting;
  const label = words.value;
  if (kind !== 'BOOLEAN' && kind !== 'CHOICE') {
    const hint = valueRule === null ? words.anyText : valueRule;
    return textField({ name: 'value', label, hint, value, fault, isLong: kind === 'TEXT', scope });
  }
  const id = `${scope}value`;
  const chosen = chosenOf(setting, value);
  const choices = choicesOf(setting, messages);
  // What is kept may be none of the choices, as after an upgrade.
  const known = choices.some(([word]) => word === chosen) || value === '' ? choices : [[chosen, chosen] as const, ...choices];
  return h(
    'div',
    { class: `control${fault === undefined ? '' : ' wrong'}` },
    h('label', { for: id }, label),
    fault === undefined ? null : h('p', { class: 'fault', id: `${id}-fault`, dir: 'auto' }, fault),
    h(
      'select',
      {
        id,
        name: 'value',
        'aria-invalid': fault === undefined ? undefined : 'true',
        'aria-describedby': fault === undefined ? undefined : `${id}-fault`,
      },
      known.map(([word, text]) => h('option', { value: word, selected: word === chosen }, text)),
    ),
  );
}

function hiddenOf(name: string, language: string | null, does: string): Readonly<Record<string, string>> {
  return { name, does, ...(language === null ? {} : { language }) };
}

/** The form of a value that there is, or of the one without a language. */
function valueForm(setting: PageDefinedSettingFragment, language: string | null, messages: Messages, told: SettingTold): ComponentChildren {
  const { settings: words } = messages;
  const { name, values, secret } = setting;
  const kept = values.find((each) => each.language === language);
  const isTyped = told.typed?.language === language;
  const value = isTyped && !secret ? (told.typed?.value ?? '') : (kept?.value ?? '');
  const scope = language === null ? '' : `${language}-`;
  return [
    secret ? h('p', null, kept === undefined ? words.secretUnset : words.secretSet) : null,
    postButton(
      '/admin/setting',
      hiddenOf(name, language, 'save'),
      words.save,
      valueField({ setting, value, fault: isTyped ? told.faults?.get('value') : undefined, scope }, messages),
    ),
    kept === undefined ? null : postButton('/admin/setting', hiddenOf(name, language, 'reset'), words.reset, h('p', null, words.resetText)),
  ];
}

function languageSections(setting: PageDefinedSettingFragment, messages: Messages, told: SettingTold): ComponentChildren {
  const { settings: words } = messages;
  const languages = setting.values.flatMap(({ language }) => (language === null ? [] : [language]));
  const isNew = told.typed !== undefined && told.typed.language !== null && !languages.includes(told.typed.language);
  return [
    languages.map((language) => section(`language-${language}`, words.inLanguage(language), valueForm(setting, language, messages, told))),
    setting.byLanguage
      ? section(
          'another-language',
          words.anotherLanguage,
          postButton('/admin/setting', { name: setting.name, does: 'save', another: 'yes' }, words.save, [
            textField({
              name: 'language',
              label: words.language,
              hint: words.languageHint,
              value: isNew ? (told.typed?.language ?? '') : '',
              fault: told.faults?.get('language'),
              required: true,
            }),
            textField({
              name: 'value',
              label: words.value,
              value: isNew ? (told.typed?.value ?? '') : '',
              fault: isNew ? told.faults?.get('value') : undefined,
              isLong: true,
              scope: 'another-',
            }),
          ]),
        )
      : null,
  ];
}

export function settingPage(setting: PageDefinedSettingFragment, messages: Messages, told: SettingTold = {}): Page {
  const { settings: words, shipped } = messages;
  const { name, group, effect, valueRule, fallback } = setting;
  return {
    ...OF_ADMINISTRATION,
    ...(told.status === undefined ? {} : { status: told.status }),
    title: name,
    main: [
      administrationTop(messages, name, { above: [{ href: paths.settings(), name: words.title }], done: wordOf(words.done, told.done) }),
      errorSummary(told.items ?? [], messages),
      h('p', null, effect === null ? words.ofOthers : shipped.settingEffect(name, effect)),
      factList([
        [words.columns.group, words.groups[group]],
        [words.columns.rule, valueRule === null ? null : shipped.settingRule(valueRule)],
        [words.columns.fallback, fallback === null ? null : shipped.settingRule(fallback)],
      ]),
      section('value-section', words.valueHeading, valueForm(setting, null, messages, told)),
      languageSections(setting, messages, told),
    ],
  };
}

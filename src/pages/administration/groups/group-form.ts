/** The form of a group of the installation, and the button that deletes it. */
import { type ComponentChildren, h } from 'preact';
import { factList, section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import { postButton } from '../../deposit/post-button.ts';
import { textField } from '../../deposit/text-field.ts';
import type { AdministrationAnswer } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import type { Told } from '../deeds.ts';
import { formText } from '../form-text.ts';

/** What both kinds of groups have. */
export interface KeptGroup {
  readonly databaseId: number;
  readonly identifier: string;
  readonly name: string;
  readonly description: string | null;
}

/** A field of one kind of groups, with a value on each line. */
export interface LinesField {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly kept: readonly string[];
  readonly required?: boolean;
}

export interface GroupForm {
  readonly action: string;
  readonly title: string;
  /** Undefined for a new one. */
  readonly group: KeptGroup | undefined;
  readonly needsAlias: boolean;
  readonly lists: readonly LinesField[];
  /** Further fields. */
  readonly more?: ComponentChildren;
  readonly told: Told;
}

export function groupForm(
  { action, title, group, needsAlias, lists, more = null, told }: GroupForm,
  messages: Messages,
): AdministrationAnswer {
  const { groups: words, save } = messages.installation;
  const { faults } = told;
  const text = formText(told);
  const hidden: Record<string, string> = group === undefined ? {} : { id: String(group.databaseId) };
  return administrationPage(
    messages,
    { title: group?.name ?? title, above: [{ href: paths.groups(), name: words.title }], told },
    group === undefined ? null : factList([[words.identifier, h('code', null, group.identifier)]]),
    postButton(
      action,
      { ...hidden, does: 'save' },
      save,
      group === undefined
        ? textField({
            name: 'alias',
            label: words.alias,
            hint: words.aliasHint,
            value: text('alias', ''),
            fault: faults?.get('alias'),
            required: needsAlias,
          })
        : null,
      textField({
        name: 'name',
        label: words.name,
        hint: words.nameHint,
        value: text('name', group?.name ?? ''),
        fault: faults?.get('name'),
      }),
      textField({
        name: 'description',
        label: words.description,
        value: text('description', group?.description ?? ''),
        fault: faults?.get('description'),
        isLong: true,
      }),
      lists.map(({ name, label, hint, kept, required = false }) =>
        textField({ name, label, hint, value: text(name, kept.join('\n')), fault: faults?.get(name), isLong: true, required }),
      ),
      more,
    ),
    group === undefined
      ? null
      : section('delete', words.remove, postButton(action, { ...hidden, does: 'delete' }, words.remove, h('p', null, words.removeText))),
  );
}

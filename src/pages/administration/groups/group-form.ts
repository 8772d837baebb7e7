/** The form of a group of the installation, and the button that deletes it. */
import { type ComponentChildren, h } from 'preact';
import { factList, section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import { postButton } from '../../deposit/post-button.ts';
import { textField } from '../../deposit/text-field.ts';
import { valueOf } from '../../deposit/form-values.ts';
import type { AdministrationAnswer, AdministrationCall } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import type { Told } from '../deeds.ts';
import { formText } from '../form-text.ts';
import { idIn } from '../id-in.ts';
import { orNull } from '../or-null.ts';

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

/** Number of the group that a page is about; undefined for a new one. @throws DomainError NOT_FOUND for what is no number */
export function shownGroupId({ query, form }: AdministrationCall): number | undefined {
  const id = query['id'] ?? valueOf(form, 'id');
  return id === '' ? undefined : idIn(id);
}

/** What is said of both kinds. */
export function sharedFacts(text: (name: string) => string): { readonly name: string | null; readonly description: string | null } {
  return { name: orNull(text('name')), description: orNull(text('description')) };
}

/** Fields of a group, as faults call them. */
export function groupLabels({ messages: { installation } }: AdministrationCall): Readonly<Record<string, string>> {
  const { alias, name, description, ranges, addresses, domains } = installation.groups;
  return { alias, name, description, ranges, addresses, domains };
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

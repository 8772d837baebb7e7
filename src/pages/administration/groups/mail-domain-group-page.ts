/** A group by e-mail address: what is in it, and changing it. */
import {
  PageCreateMailDomainGroupDocument,
  PageDeleteMailDomainGroupDocument,
  PageOfMailDomainGroupDocument,
  PageSetMailDomainGroupDocument,
} from '../../../generated/page-operations.ts';
import type { AdministrationAnswer, AdministrationCall } from '../administration-call.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { type Deed, deedPage, type Told } from '../deeds.ts';
import { formText } from '../form-text.ts';
import { idIn } from '../id-in.ts';
import { linesIn } from '../lines-in.ts';
import { tickField } from '../tick-field.ts';
import { groupForm, groupLabels, sharedFacts, shownGroupId } from './group-form.ts';

const ACTION = '/admin/mail-domain-group';

async function show(call: AdministrationCall, told: Told): Promise<AdministrationAnswer> {
  const { run, messages } = call;
  const { groups: words } = messages.installation;
  const databaseId = shownGroupId(call);
  const group = databaseId === undefined ? undefined : (await run(PageOfMailDomainGroupDocument, { databaseId })).mailDomainGroup;
  const kept = group?.regex === true ? 'yes' : '';
  return groupForm(
    {
      action: ACTION,
      title: words.mailTitle,
      group,
      needsAlias: true,
      lists: [{ name: 'domains', label: words.domains, hint: words.domainsHint, kept: group?.domains ?? [], required: true }],
      more: tickField({ name: 'regex', label: words.regex, checked: formText(told)('regex', kept) === 'yes' }),
      told,
    },
    messages,
  );
}

const deeds: Readonly<Record<string, Deed>> = {
  save: async ({ run }, text) => {
    const facts = {
      ...sharedFacts(text),
      domains: linesIn(text('domains')),
      regex: text('regex') === 'yes',
    };
    if (text('id') === '') return run(PageCreateMailDomainGroupDocument, { input: { alias: text('alias').trim(), ...facts } });
    const { mailDomainGroup } = await run(PageOfMailDomainGroupDocument, { databaseId: idIn(text('id')) });
    return run(PageSetMailDomainGroupDocument, { input: { alias: mailDomainGroup.alias, ...facts } });
  },
  delete: ({ run }, text) => run(PageDeleteMailDomainGroupDocument, { input: { group: { databaseId: idIn(text('id')) } } }),
};

export const mailDomainGroupPage = deedPage({
  deeds,
  show,
  location: (done) => paths.groups({ done }),
  labels: groupLabels,
});

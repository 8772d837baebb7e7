/** A group by network address: what is in it, and changing it. */
import {
  PageCreateIpGroupDocument,
  PageDeleteIpGroupDocument,
  PageOfIpGroupDocument,
  PageSetIpGroupDocument,
} from '../../../generated/page-operations.ts';
import { valueOf } from '../../deposit/form-values.ts';
import type { AdministrationAnswer, AdministrationCall } from '../administration-call.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { type Deed, deedPage, type Told } from '../deeds.ts';
import { idIn } from '../id-in.ts';
import { linesIn } from '../lines-in.ts';
import { orNull } from '../or-null.ts';
import { groupForm } from './group-form.ts';

const ACTION = '/admin/ip-group';

/** `192.0.2.1 - 192.0.2.99`; an address alone is a range of one. No address has a hyphen in it. */
function rangeIn(line: string): { readonly first: string; readonly last: string } {
  const hyphen = line.indexOf('-');
  if (hyphen === -1) return { first: line, last: line };
  return { first: line.slice(0, hyphen).trim(), last: line.slice(hyphen + 1).trim() };
}

async function show({ run, query, form, messages }: AdministrationCall, told: Told): Promise<AdministrationAnswer> {
  const { groups: words } = messages.installation;
  const id = query['id'] ?? valueOf(form, 'id');
  const group = id === '' ? undefined : (await run(PageOfIpGroupDocument, { databaseId: idIn(id) })).ipGroup;
  return groupForm(
    {
      action: ACTION,
      title: words.ipTitle,
      group,
      needsAlias: false,
      lists: [
        {
          name: 'ranges',
          label: words.ranges,
          hint: words.rangesHint,
          kept: group?.ranges.map(({ first, last }) => `${first} - ${last}`) ?? [],
        },
        { name: 'addresses', label: words.addresses, hint: words.addressesHint, kept: group?.addresses ?? [] },
      ],
      told,
    },
    messages,
  );
}

const deeds: Readonly<Record<string, Deed>> = {
  save: async ({ run }, text) => {
    const facts = {
      name: orNull(text('name')),
      description: orNull(text('description')),
      ranges: linesIn(text('ranges')).map(rangeIn),
      addresses: linesIn(text('addresses')),
    };
    if (text('id') === '') return run(PageCreateIpGroupDocument, { input: { alias: orNull(text('alias')), ...facts } });
    const { ipGroup } = await run(PageOfIpGroupDocument, { databaseId: idIn(text('id')) });
    return run(PageSetIpGroupDocument, { input: { alias: ipGroup.alias, ...facts } });
  },
  delete: ({ run }, text) => run(PageDeleteIpGroupDocument, { input: { group: { databaseId: idIn(text('id')) } } }),
};

export const ipGroupPage = deedPage({
  deeds,
  show,
  location: (done) => paths.groups({ done }),
  labels: ({ messages: { installation } }) => {
    const { alias, name, description, ranges, addresses } = installation.groups;
    return { alias, name, description, ranges, addresses };
  },
});

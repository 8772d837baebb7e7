/** A group by network address: what is in it, and changing it. */
import {
  PageCreateIpGroupDocument,
  PageDeleteIpGroupDocument,
  PageOfIpGroupDocument,
  PageSetIpGroupDocument,
} from '../../../generated/page-operations.ts';
import type { AdministrationAnswer, AdministrationCall } from '../administration-call.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { type Deed, deedPage, type Told } from '../deeds.ts';
import { idIn } from '../id-in.ts';
import { linesIn } from '../lines-in.ts';
import { orNull } from '../or-null.ts';
import { groupForm, groupLabels, sharedFacts, shownGroupId } from './group-form.ts';

const ACTION = '/admin/ip-group';

/** `192.0.2.1 - 192.0.2.99`; an address alone is a range of one. No address has a hyphen in it. */
function rangeIn(line: string): { readonly first: string; readonly last: string } {
  const hyphen = line.indexOf('-');
  if (hyphen === -1) return { first: line, last: line };
  return { first: line.slice(0, hyphen).trim(), last: line.slice(hyphen + 1).trim() };
}

async function show(call: AdministrationCall, told: Told): Promise<AdministrationAnswer> {
  const { run, messages } = call;
  const { groups: words } = messages.installation;
  const databaseId = shownGroupId(call);
  const group = databaseId === undefined ? undefined : (await run(PageOfIpGroupDocument, { databaseId })).ipGroup;
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
      ...sharedFacts(text),
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
  labels: groupLabels,
});

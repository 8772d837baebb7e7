/** A request for a page of administration: one of an account with forms, as those of depositing, which superusers alone are answered. */
import { h } from 'preact';
import { PageOfAdministratorDocument } from '../../generated/page-operations.ts';
import { type DepositAnswerer, OF_DEPOSITING } from '../deposit/deposit-call.ts';
import type { Messages } from '../messages/messages.ts';
import type { Page } from '../page.ts';

export type { DepositAnswer as AdministrationAnswer, DepositCall as AdministrationCall } from '../deposit/deposit-call.ts';

/** What answers a request. */
export type AdministrationAnswerer = DepositAnswerer;

/** Facts of every page of administration. */
export const OF_ADMINISTRATION = OF_DEPOSITING;

function refusedPage(account: string, { administration }: Messages): Page {
  return {
    ...OF_ADMINISTRATION,
    status: 403,
    title: administration.refusedTitle,
    main: h(
      'div',
      { class: 'heading refusal' },
      h('h1', null, administration.refusedTitle),
      h('p', { dir: 'auto' }, administration.refused(account)),
      h('p', null, h('a', { href: '/account' }, administration.refusedLink)),
    ),
  };
}

/** Answers superusers, and tells others that the page is not for them; each operation asks for the permission once more. */
export function forSuperusers(answer: AdministrationAnswerer): AdministrationAnswerer {
  return async (call) => {
    const { viewer } = await call.run(PageOfAdministratorDocument, {});
    return viewer.superuser ? answer(call) : { page: refusedPage(viewer.user?.identifier ?? viewer.identifier, call.messages) };
  };
}

/** What the page of an account answers: it shows the account, and takes the forms on the page. */
import {
  PageChangePasswordDocument,
  PageCreateTokenDocument,
  PageOfAccountDocument,
  PageOfSignedInDocument,
  PageRevokeTokenDocument,
} from '../../generated/page-operations.ts';
import { labelledDrafts } from '../labelled-drafts.ts';
import { type AccountNotice, accountPage, TOKEN_SCOPES } from './account-page.ts';
import { type Answer, mendable, type SignInAnswer, type SignInCall } from './sign-in-call.ts';
import { messagesOf } from '../messages/messages.ts';

async function shownAccount({ run }: SignInCall, notice: AccountNotice = {}): Promise<SignInAnswer> {
  // What belongs to an account is refused to a guest.
  if ((await run(PageOfSignedInDocument, {})).viewer.user === null) return { location: '/sign-in' };
  const { user, ...belongings } = (await run(PageOfAccountDocument, {})).viewer;
  if (user === null) return { location: '/sign-in' };
  const versions = belongings.ownHits.nodes.flatMap(({ hit }) => (hit.__typename === 'DatasetHit' ? [hit.datasetVersion] : []));
  return { page: accountPage(user, { ...belongings, labels: await labelledDrafts(run, versions) }, notice) };
}

/** Makes a token and shows it. */
export const createToken: Answer = async (call) => {
  const { run, form } = call;
  const scopes = TOKEN_SCOPES.filter((scope) => form[scope] === 'on');
  try {
    const { secret, token } = (await run(PageCreateTokenDocument, { input: { name: form['name'] ?? '', scopes: [...scopes] } }))
      .createToken;
    return await shownAccount(call, { done: messagesOf().account.tokenMade(token.name), secret });
  } catch (error) {
    return shownAccount(call, mendable(error));
  }
};

/** Ends a token. */
export const revokeToken: Answer = async (call) => {
  const { run, form } = call;
  try {
    const { token } = (await run(PageRevokeTokenDocument, { input: { databaseId: Number(form['token']) } })).revokeToken;
    return await shownAccount(call, { done: messagesOf().account.tokenEnded(token.name) });
  } catch (error) {
    return shownAccount(call, mendable(error));
  }
};

/** Shows the account. */
export const account: Answer = (call) => shownAccount(call);

/** Changes the password of a built-in account. */
export const changePassword: Answer = async (call) => {
  const { run, form } = call;
  const { currentPassword = '', newPassword = '', endOthers } = form;
  try {
    const input = { currentPassword, newPassword, endOthers: endOthers === 'on' };
    await run(PageChangePasswordDocument, { input });
  } catch (error) {
    return shownAccount(call, mendable(error));
  }
  return shownAccount(call, { done: messagesOf().account.passwordChanged });
};

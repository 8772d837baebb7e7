import { afterwards } from '../../kernel/subscribers.ts';
import { deliverContactMessage } from './deliver-contact-message.ts';
import { deliverPasswordReset } from './deliver-password-reset.ts';
import { sendMail } from './send-mail.ts';

/** How mail goes out. */
export const subscribers = [
  afterwards('MailDue', async ({ commandServices: services, ...scope }, { payload }) => {
    if (services === undefined) throw new Error('This process sends no mail.');
    await sendMail({ ...scope, services }, payload.mailIds);
  }),
  afterwards('ContactMessageDue', async ({ commandServices: services, ...scope }, { payload }) => {
    if (services === undefined) throw new Error('This process sends no mail.');
    await deliverContactMessage(scope, services, payload);
  }),
  afterwards('PasswordResetRequested', async ({ commandServices: services, ...scope }, { payload }) => {
    if (services === undefined) throw new Error('This process sends no mail.');
    await deliverPasswordReset(scope, services, payload);
  }),
];

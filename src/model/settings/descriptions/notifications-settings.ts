import type { SettingDescriptions } from '../setting-description.ts';

/** Settings of what people are told. */
export const notificationsSettings = {
  ':AlwaysMuted': {
    value: 'types of notification, separated by commas',
    fallback: 'none',
    effect: 'Types that are muted for all users.',
  },
  ':ContactFeedbackMessageSizeLimit': {
    value: 'number of characters',
    fallback: '0: 50,000',
    effect: 'Longest message that readers may send to contacts.',
  },
  ':NeverMuted': {
    value: 'types of notification, separated by commas',
    fallback: 'none',
    effect: 'Types that no user can mute.',
  },
  ':SendNotificationOnDatasetCreation': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: users who can publish a new dataset are notified.',
  },
  ':SystemEmail': {
    value: 'an e-mail address, or Name <address>',
    fallback: 'MAIL_FROM',
    effect: 'Sender of mail.',
  },
} as const satisfies SettingDescriptions;

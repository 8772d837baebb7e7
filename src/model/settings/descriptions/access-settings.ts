import type { SettingDescriptions } from '../setting-description.ts';

/** Settings of who may do what, and how often. */
export const accessSettings = {
  ':AllowApiTokenLookupViaApi': {
    value: 'yes or no',
    fallback: 'no',
    effect:
      'Yes: a built-in account gets a new API token for its password, by GET /api/builtin-users/{user}/api-token; prefer programs without a browser.',
  },
  ':BlockedApiEndpoints': {
    value: 'paths below /api, separated by commas',
    fallback: 'nothing is blocked',
    effect: 'Endpoints of REST that are blocked; set the policy first.',
  },
  ':BlockedApiKey': {
    value: 'text',
    fallback: 'no key',
    effect: 'The key that opens blocked endpoints, and with ADMIN_API=unblock-key the administration.',
  },
  ':BlockedApiPolicy': {
    value: 'drop, localhost-only or unblock-key',
    fallback: 'drop',
    effect: 'Who may still use blocked endpoints: nobody, this machine, or who sends the key.',
  },
  ':BuiltinUsersKey': {
    value: 'text',
    fallback: 'no accounts are created with a key',
    effect: 'The key of POST /api/builtin-users.',
  },
  ':GuestDownload': {
    value: 'yes or no',
    fallback: 'no; with DIALECTS=dataverse-always yes',
    effect: 'Yes: public files are downloaded without a token.',
  },
  ':InheritParentRoleAssignments': {
    value: 'list of role aliases, or *',
    fallback: 'nothing',
    effect: 'A new collection gets the assignments of these roles in the one above.',
  },
  ':LoginSessionTimeout': {
    value: 'number of minutes, 1 to 43200',
    fallback: '480',
    effect: 'How long a browser session lasts.',
  },
  ':MinutesUntilConfirmEmailTokenExpires': {
    value: 'number',
    fallback: '1440',
    effect: 'How long the link counts by which an e-mail address is confirmed.',
  },
  ':PVCharacterRules': {
    value: 'list of UpperCase, LowerCase, Digit, Special or Alphabetical, each with : and a number',
    fallback: 'Alphabetical:1,Digit:1',
    effect: 'Characters that a new password must have.',
  },
  ':PVDictionaries': {
    value: 'at most 10 absolute paths, separated by |, of files in the folder PASSWORD_DICTIONARIES_DIR, each of at most 5 MB',
    fallback: 'none',
    effect: 'Words, one a line, that a new password must not contain, in any case; short ones count too.',
  },
  ':PVGoodStrength': {
    value: 'number of characters; 0 for none',
    fallback: '20',
    effect: 'A new password of this length needs nothing else.',
  },
  ':PVMaxLength': {
    value: 'number of characters; 0 for no longest',
    fallback: 'none',
    effect: 'How long a new password is at most; never more than 1024.',
  },
  ':PVMinLength': {
    value: 'number of characters',
    fallback: '6',
    effect: 'How long a new password is at least.',
  },
  ':PVNumberOfCharacteristics': {
    value: 'number',
    fallback: '2',
    effect: 'How many of the rules for characters a new password has to keep.',
  },
  ':PVNumberOfConsecutiveDigitsAllowed': {
    value: 'number',
    fallback: 'no limit',
    effect: 'Digits in a row that a new password may have.',
  },
  ':RateLimitingCapacityByTierAndAction': {
    value: 'JSON, list of {"tier", "limitPerHour", "actions"}',
    fallback: 'none',
    effect: 'Rate limits of single operations.',
  },
  ':RateLimitingCostCapacityTiers': {
    value: 'list of numbers',
    fallback: 'no budget',
    effect: 'Points that operations of GraphQL may cost in an hour: of each address without an account, of each account.',
  },
  ':RateLimitingDefaultCapacityTiers': {
    value: 'list of numbers; -1 for no limit',
    fallback: 'no limit',
    effect: 'How often an operation may be called in an hour, by tier: guests, then accounts.',
  },
  ':SearchApiRequiresToken': {
    value: 'yes or no',
    fallback: 'no',
    effect: 'Yes: guests cannot search.',
  },
} as const satisfies SettingDescriptions;

import type { LocaleTools } from '../locale-tools.ts';

/** Words of the overview of administration, and of what all its pages have. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
export function administrationMessages({ number, plural }: LocaleTools) {
  return {
    title: 'Administration',
    refusedTitle: 'For administrators',
    refused: (account: string): string =>
      `${account} is not a superuser. The pages of administration are for superusers of this installation; one of them can make you one.`,
    refusedLink: 'To your account',
    attention: 'What needs attention',
    nothing: 'Nothing at the moment.',
    faultyFiles: (count: number): string =>
      `${number(count)} ${plural(count, 'file has', 'files have')} bytes that are not what is recorded of them`,
    failedJobs: (count: number): string => `${number(count)} ${plural(count, 'job was', 'jobs were')} given up`,
    failedEvents: (count: number): string =>
      `${number(count)} ${plural(count, 'event of a change was', 'events of changes were')} given up: what should have followed has not been done`,
    failedMails: (count: number): string => `${number(count)} ${plural(count, 'message', 'messages')} could not be sent`,
    delayedMails: (count: number): string =>
      `${number(count)} ${plural(count, 'message waits', 'messages wait')} after tries in vain: does the mail server answer?`,
    failedRegistrations: (count: number): string =>
      `${number(count)} persistent ${plural(count, 'identifier', 'identifiers')} could not be registered`,
    deadDeliveries: (count: number): string => `${number(count)} ${plural(count, 'delivery', 'deliveries')} to webhooks were given up`,
    failedIngests: (count: number): string => `${number(count)} ${plural(count, 'file', 'files')} could not be read as tables`,
    scarceStore: (label: string, available: string): string => `The store ${label} has ${available} left, less than a tenth`,
    areas: 'What can be looked after',
    state: 'How it stands',
    version: 'Version',
    build: (build: string): string => `Build ${build}`,
    server: 'Server',
    jobs: 'Jobs',
    jobsText: (running: number, due: number): string => `${number(running)} running, ${number(due)} due`,
    events: 'Events of changes',
    waiting: (count: number): string => (count === 0 ? 'None waits' : `${number(count)} ${plural(count, 'waits', 'wait')}`),
    oldest: (moment: string): string => `The oldest since ${moment}`,
    mails: 'Messages',
    ingests: 'Tables to be read',
    deliveries: 'Deliveries to webhooks',
    registrations: 'Registrations of identifiers',
    workflows: 'Workflows',
    ongoing: (count: number): string => (count === 0 ? 'None under way' : `${number(count)} under way`),
    fixity: 'Fixity',
    fixityText: (read: number, all: number): string => `${number(read)} of ${number(all)} ${plural(all, 'file', 'files')} were read`,
    store: (label: string): string => `Store ${label}`,
    room: (available: string, total: string): string => `${available} of ${total} free`,
    unknownRoom: 'The room that it has is not known here',
    done: 'Done.',
    pages: (page: number, last: number): string => `Page ${number(page)} of ${number(last)}`,
    more: 'Pages of this list',
    earlier: 'Earlier',
    later: 'Later',
    toStart: 'From the beginning',
    yes: 'yes',
    no: 'no',
    never: 'never',
    none: 'none',
    change: 'Change',
  };
}

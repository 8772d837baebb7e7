import type { LocaleTools } from '../locale-tools.ts';

/** Words of the pages on which settings are changed. What settings are for comes with their definitions. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
export function settingMessages({ number, plural }: LocaleTools) {
  return {
    title: 'Settings',
    text: 'What the installation allows, asks for and tells.',
    intro: 'A change takes effect at once. The log of changes has the name of the setting and who changed it, never the value.',
    search: 'Search',
    only: 'Which',
    filters: { all: 'All', set: 'Those that are set' },
    show: 'Show',
    nothing: 'No setting fits.',
    found: (count: number): string => `${number(count)} ${plural(count, 'setting', 'settings')}`,
    columns: { name: 'Setting', value: 'Value now', fallback: 'Without it', group: 'About', rule: 'Its value' },
    groups: {
      INSTALLATION: 'The installation',
      ACCESS: 'Access and limits',
      DATASETS: 'Datasets',
      FILES: 'Files',
      PUBLICATION: 'Publication',
      IDENTIFIERS: 'Persistent identifiers',
      NOTIFICATIONS: 'Notifications and mail',
      SERVICES: 'Harvesting, metrics and search',
      OTHER: 'For other programs',
    },
    isSecret: 'is set, and not shown',
    secretSet: 'It is set. It is not shown; a new one takes its place.',
    secretUnset: 'It is not set. It is not shown once it is.',
    ofOthers: 'This server keeps the value for other programs, and does not read it itself.',
    valueHeading: 'Value',
    value: 'Value',
    anyText: 'A text; what does not fit the setting is refused.',
    save: 'Save',
    reset: 'Reset',
    resetText: 'Takes the value away: then counts what counts without it.',
    inLanguage: (language: string): string => `For the language ${language}`,
    anotherLanguage: 'For one language',
    language: 'Language',
    languageHint: 'Two letters, such as fr.',
    noSuch: 'There is no such setting.',
    done: { saved: 'The setting was saved.', reset: 'The setting was reset.' },
  };
}

/** What clients say of a file, and what a version's record keeps of it: the facts of a file. Source: files.md 2, 4.1, 7.2. */
import { z } from 'zod';
import type { Problem } from '../../errors/domain-error.ts';
import { line, longText } from '../text-limits.ts';
import { cleanDirectoryLabel, directoryLabelProblems, labelProblems } from './file-path.ts';

const MOST_CATEGORIES = 1000;

/** What a version says of a file. */
export interface FileFacts {
  label: string;
  /** Null for the top folder. */
  directoryLabel: string | null;
  description: string | null;
  categories: string[];
  provFreeForm: string | null;
  restricted: boolean;
}

/** Of a new file of which nothing is said. */
const UNSAID: FileFacts = {
  label: '',
  directoryLabel: null,
  description: '',
  categories: [],
  provFreeForm: null,
  restricted: false,
};

/** The shape in which clients send facts, before any limit. */
export const fileFactsSent = {
  label: z.string().nullish(),
  directoryLabel: z.string().nullish(),
  description: z.string().nullish(),
  categories: z.array(z.string()).nullish(),
  provFreeForm: z.string().nullish(),
  restrict: z.boolean().nullish(),
} as const;

/** The same within the limits of texts and lists. */
export const fileFactsInput = {
  ...fileFactsSent,
  description: longText.nullish(),
  categories: z.array(line).max(MOST_CATEGORIES, `must not be more than ${MOST_CATEGORIES}`).nullish(),
  provFreeForm: longText.nullish(),
} as const;

export type FileFactsInput = z.infer<z.ZodObject<typeof fileFactsInput>>;

/** One changed fact. */
export interface FileFactChange {
  /** As clients know it. Source: datasets.md 14.5. */
  readonly name: string;
  readonly oldValue: string;
  readonly newValue: string;
}

interface FactRule<Kept> {
  /** What is kept of what a client says; undefined where it says nothing. */
  readonly kept: (said: FileFactsInput) => Kept | undefined;
  /** How a change is told. Source: datasets.md 14.5. */
  readonly title: string;
  readonly text: (kept: Kept) => string;
  readonly problems?: (kept: Kept, pointer: string) => readonly Problem[];
}

/** What is done with one fact. */
interface Fact {
  readonly take: (facts: Partial<FileFacts>, said: FileFactsInput) => void;
  readonly problems: (facts: Partial<FileFacts>, pointer: string) => readonly Problem[];
  readonly change: (before: Readonly<FileFacts>, after: Readonly<FileFacts>) => FileFactChange;
}

function fact<Name extends keyof FileFacts>(name: Name, rule: FactRule<FileFacts[Name]>): Fact {
  return {
    take: (facts, said) => {
      const kept = rule.kept(said);
      if (kept !== undefined) facts[name] = kept;
    },
    problems: (facts, pointer) => {
      const kept = facts[name];
      return kept === undefined ? [] : (rule.problems?.(kept, `${pointer}/${name}`) ?? []);
    },
    change: (before, after) => ({ name: rule.title, oldValue: rule.text(before[name]), newValue: rule.text(after[name]) }),
  };
}

const plain = (text: string | null): string => text ?? '';

const FACTS = Object.values<Fact>({
  label: fact('label', { kept: ({ label }) => label ?? undefined, title: 'Label', text: plain, problems: labelProblems }),
  directoryLabel: fact('directoryLabel', {
    kept: ({ directoryLabel }) => (typeof directoryLabel === 'string' ? cleanDirectoryLabel(directoryLabel) : undefined),
    title: 'File Path',
    text: plain,
    problems: directoryLabelProblems,
  }),
  description: fact('description', { kept: ({ description }) => description ?? undefined, title: 'Description', text: plain }),
  categories: fact('categories', {
    kept: ({ categories }) => (categories ? cleanCategories(categories) : undefined),
    title: 'Categories',
    text: (categories) => categories.join(', '),
  }),
  provFreeForm: fact('provFreeForm', {
    kept: ({ provFreeForm }) => (provFreeForm === '' ? null : (provFreeForm ?? undefined)),
    title: 'ProvFreeForm',
    text: plain,
  }),
  restricted: fact('restricted', { kept: ({ restrict }) => restrict ?? undefined, title: 'isRestricted', text: String }),
} satisfies Record<keyof FileFacts, Fact>);

/** Categories as they are kept: without blanks and duplicates, in the order given. Source: files.md 2. */
export function cleanCategories(categories: readonly string[]): string[] {
  return [...new Set(categories.map((category) => category.trim()).filter((category) => category !== ''))];
}

/** The facts that a client says something of. */
export function factsSaid(said: FileFactsInput): Partial<FileFacts> {
  const facts: Partial<FileFacts> = {};
  for (const { take } of FACTS) take(facts, said);
  return facts;
}

/** The facts of a new file. */
export function factsOfNewFile(said: FileFactsInput): FileFacts {
  return { ...UNSAID, ...factsSaid(said) };
}

/** The rules that facts break; none when they are good. */
export function factProblems(facts: Partial<FileFacts>, pointer = ''): Problem[] {
  return FACTS.flatMap(({ problems }) => problems(facts, pointer));
}

/** The facts in which two records of a file differ. */
export function changedFacts(before: Readonly<FileFacts>, after: Readonly<FileFacts>): FileFactChange[] {
  return FACTS.map(({ change }) => change(before, after)).filter(({ oldValue, newValue }) => oldValue !== newValue);
}

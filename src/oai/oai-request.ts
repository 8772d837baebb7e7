/** The arguments of a request, by verb. Source: OAI-PMH 2.0, 3.1, 3.6, 4. */
import { readDate } from './datestamps.ts';
import { type OaiFault, OaiRefusal } from './oai-fault.ts';

const NAMES = ['identifier', 'metadataPrefix', 'set', 'from', 'until', 'resumptionToken'] as const;
type ArgumentName = (typeof NAMES)[number];

export type OaiArguments = Partial<Record<ArgumentName, string>>;

interface VerbRule {
  readonly required: readonly ArgumentName[];
  readonly optional: readonly ArgumentName[];
  /** Whether a resumption token may stand in place of all other arguments. */
  readonly resumed: boolean;
}

const LIST: VerbRule = { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], resumed: true };

/** The arguments of the verbs. */
export const VERBS = {
  Identify: { required: [], optional: [], resumed: false },
  ListMetadataFormats: { required: [], optional: ['identifier'], resumed: false },
  ListSets: { required: [], optional: [], resumed: true },
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [], resumed: false },
  ListIdentifiers: LIST,
  ListRecords: LIST,
} as const satisfies Readonly<Record<string, VerbRule>>;

export type OaiVerb = keyof typeof VERBS;

/** Forms that the schema of the protocol gives arguments, since answers repeat them. */
const FORMS: Partial<Record<ArgumentName, { readonly pattern: RegExp; readonly rule: string }>> = {
  identifier: { pattern: /^[A-Za-z][A-Za-z0-9+.-]*:(?:[^\s<>"{}|\\^`%\p{C}]|%[0-9A-Fa-f]{2})+$/u, rule: 'must be a URI' },
  metadataPrefix: { pattern: /^[A-Za-z0-9\-_.!~*'()]+$/, rule: "must consist of letters, digits and the characters - _ . ! ~ * ' ( )" },
  set: { pattern: /^[A-Za-z0-9\-_.!~*'()]+(?::[A-Za-z0-9\-_.!~*'()]+)*$/, rule: 'must be the name of a set' },
};

function badArgument(message: string): OaiFault {
  return { code: 'badArgument', message };
}

function isArgument(name: string): name is ArgumentName {
  return NAMES.some((known) => known === name);
}

function isVerb(text: string): text is OaiVerb {
  return Object.hasOwn(VERBS, text);
}

/** What is wrong with the values of arguments. */
export function valueFaults({ from, until, ...others }: OaiArguments): OaiFault[] {
  const faults = Object.entries(FORMS).flatMap(([name, { pattern, rule }]) => {
    const value = isArgument(name) ? { ...others, from, until }[name] : undefined;
    return value === undefined || pattern.test(value) ? [] : [badArgument(`The argument ${name} ${rule}.`)];
  });
  const first = from === undefined ? undefined : readDate(from);
  const last = until === undefined ? undefined : readDate(until);
  const form = 'must be a day, YYYY-MM-DD, or a second in UTC, YYYY-MM-DDThh:mm:ssZ';
  if (from !== undefined && first === undefined) faults.push(badArgument(`The argument from ${form}.`));
  if (until !== undefined && last === undefined) faults.push(badArgument(`The argument until ${form}.`));
  if (first === undefined || last === undefined) return faults;
  if (first.granularity !== last.granularity) faults.push(badArgument('The arguments from and until must have the same granularity.'));
  else if (first.from > last.from) faults.push(badArgument('The argument from must not be later than the argument until.'));
  return faults;
}

function argumentFaults(given: ReadonlyMap<string, readonly string[]>, verb: OaiVerb): OaiFault[] {
  const { required, optional, resumed }: VerbRule = VERBS[verb];
  const token = resumed && given.has('resumptionToken');
  const allowed = new Set<string>(token ? ['resumptionToken'] : [...required, ...optional]);
  const names = [...given.keys()];
  return [
    ...names
      .filter((name) => !allowed.has(name))
      .map((name) =>
        badArgument(
          token ? 'The argument resumptionToken must be the only one.' : `The verb ${verb} has no argument ${name.slice(0, 100)}.`,
        ),
      ),
    ...names
      .filter((name) => (given.get(name)?.length ?? 0) > 1)
      .map((name) => badArgument(`The argument ${name.slice(0, 100)} is repeated.`)),
    ...(token ? [] : required.filter((name) => !given.has(name)).map((name) => badArgument(`The argument ${name} is missing.`))),
  ];
}

/** A request whose arguments fit its verb. */
export interface OaiRequest {
  readonly verb: OaiVerb;
  readonly args: OaiArguments;
}

/** Faults that an answer names at most. */
const MOST_FAULTS = 20;

/** Reads a request. @throws OaiRefusal with all faults */
export function readOaiRequest(text: string): OaiRequest {
  const given = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = given.get(name);
    if (values === undefined) given.set(name, [value]);
    else values.push(value);
  }
  const verbs = given.get('verb') ?? [];
  const [verb] = verbs;
  if (verb === undefined) throw new OaiRefusal({ code: 'badVerb', message: 'The argument verb is missing.' });
  if (verbs.length > 1) throw new OaiRefusal({ code: 'badVerb', message: 'The argument verb is repeated.' });
  if (!isVerb(verb)) throw new OaiRefusal({ code: 'badVerb', message: `There is no verb ${verb.slice(0, 100)}.` });
  given.delete('verb');
  const args = Object.fromEntries([...given].flatMap(([name, [value]]) => (isArgument(name) ? [[name, value]] : [])));
  const faults = [...argumentFaults(given, verb), ...valueFaults(args)];
  if (faults.length > 0) throw new OaiRefusal(...faults.slice(0, MOST_FAULTS));
  return { verb, args };
}

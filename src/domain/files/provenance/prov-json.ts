/** What a PROV-JSON document may hold, by the member submission of the W3C. Source: files.md 10. */
import { z } from 'zod';
import { pointerTo } from '../../../errors/json-pointer.ts';
import { excerpt, ProblemList } from '../../../errors/problem-list.ts';
import type { Problem } from '../../../errors/domain-error.ts';

/** Standard attributes of a record that name other records or a moment. */
interface RecordRule {
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  readonly moments?: readonly string[];
}

const DESCRIBED: RecordRule = {};
const ENDED: RecordRule = { required: ['prov:activity'], optional: ['prov:trigger', 'prov:ender'], moments: ['prov:time'] };

const RECORD_RULES: Readonly<Record<string, RecordRule>> = {
  entity: DESCRIBED,
  agent: DESCRIBED,
  activity: { moments: ['prov:startTime', 'prov:endTime'] },
  wasGeneratedBy: { required: ['prov:entity'], optional: ['prov:activity'], moments: ['prov:time'] },
  used: { required: ['prov:entity'], optional: ['prov:activity'], moments: ['prov:time'] },
  wasInvalidatedBy: { required: ['prov:entity'], optional: ['prov:activity'], moments: ['prov:time'] },
  wasStartedBy: { required: ['prov:activity'], optional: ['prov:trigger', 'prov:starter'], moments: ['prov:time'] },
  wasEndedBy: ENDED,
  // As the published schema spells it; documents that follow it have to pass.
  wasEndedby: ENDED,
  wasInformedBy: { required: ['prov:informant', 'prov:informed'] },
  wasDerivedFrom: { required: ['prov:generatedEntity', 'prov:usedEntity'], optional: ['prov:activity', 'prov:generation', 'prov:usage'] },
  wasAttributedTo: { required: ['prov:entity', 'prov:agent'] },
  wasAssociatedWith: { required: ['prov:activity'], optional: ['prov:agent', 'prov:plan'] },
  actedOnBehalfOf: { required: ['prov:delegate', 'prov:responsible'], optional: ['prov:activity'] },
  wasInfluencedBy: { required: ['prov:influencer', 'prov:influencee'] },
  specializationOf: { required: ['prov:generalEntity', 'prov:specificEntity'] },
  alternateOf: { required: ['prov:alternate1', 'prov:alternate2'] },
  hadMember: { required: ['prov:collection', 'prov:entity'] },
};

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const typedLiteral = z.strictObject({ $: z.string(), type: z.string().optional(), lang: z.string().optional() });
const value = z.union([scalar, typedLiteral, z.array(z.union([scalar, typedLiteral])).min(1)]);
const VALUE_RULE = 'must be a string, a number, true or false, an object of "$" with "type" or "lang", or a non-empty list of these';

/** An xsd:dateTime, with or without a zone. */
const moment = z.iso.datetime({ offset: true, local: true });

function checkRecord(problems: ProblemList, pointer: string, record: unknown, rule: RecordRule): void {
  if (!isObject(record)) return problems.add(pointer, 'must be an object of attributes');
  const { required = [], optional = [], moments = [] } = rule;
  for (const name of required) {
    if (!Object.hasOwn(record, name)) problems.add(pointerTo(pointer, name), 'is missing');
  }
  for (const [name, given] of Object.entries(record)) {
    if (problems.isFull) return undefined;
    const at = pointerTo(pointer, name);
    if (required.includes(name) || optional.includes(name)) {
      if (typeof given !== 'string' || given === '') problems.add(at, 'must be the identifier of a record');
    } else if (moments.includes(name)) {
      if (!moment.safeParse(given).success) problems.add(at, 'must be a date and time such as 2026-11-21T10:00:00Z');
    } else if (!value.safeParse(given).success) {
      problems.add(at, VALUE_RULE);
    }
  }
  return undefined;
}

function checkPrefixes(problems: ProblemList, pointer: string, prefixes: unknown): void {
  if (!isObject(prefixes)) return problems.add(pointer, 'must be an object of addresses by prefix');
  for (const [prefix, address] of Object.entries(prefixes)) {
    if (typeof address !== 'string' || !URL.canParse(address)) problems.add(pointerTo(pointer, prefix), 'must be a URI');
  }
  return undefined;
}

function checkMembers(problems: ProblemList, pointer: string, document: unknown, bundlesAllowed: boolean): void {
  if (!isObject(document)) return problems.add(pointer, 'must be an object');
  for (const [name, member] of Object.entries(document)) {
    if (problems.isFull) return undefined;
    const at = pointerTo(pointer, name);
    const rule = Object.hasOwn(RECORD_RULES, name) ? RECORD_RULES[name] : undefined;
    if (name === 'prefix') {
      checkPrefixes(problems, at, member);
    } else if (rule === undefined && !(name === 'bundle' && bundlesAllowed)) {
      problems.add(at, `is not a member of ${bundlesAllowed ? 'a PROV-JSON document' : 'a bundle'}`);
    } else if (!isObject(member)) {
      problems.add(at, 'must be an object of records by identifier');
    } else {
      for (const [identifier, record] of Object.entries(member)) {
        if (rule === undefined) checkMembers(problems, pointerTo(at, identifier), record, false);
        else checkRecord(problems, pointerTo(at, identifier), record, rule);
      }
    }
  }
  return undefined;
}

/** Every rule that a document breaks, with JSON pointers; the first thousand. */
export function provJsonProblems(document: unknown): readonly Problem[] {
  const problems = new ProblemList();
  checkMembers(problems, '', document, true);
  return problems.toArray();
}

/** Whether the document, which is valid, knows an entity of this name, at its top or in a bundle. */
export function namesEntity(document: unknown, entityName: string): boolean {
  if (!isObject(document)) return false;
  return Object.entries(document).some(([key, member]) => {
    if ((key === 'entity' || key.endsWith(':entity')) && isObject(member) && Object.hasOwn(member, entityName)) return true;
    return namesEntity(member, entityName);
  });
}

/** Why an entity is not taken for the file. */
export function unknownEntity(entityName: string): Problem {
  return { pointer: '/entityName', message: `must be an entity of the document; "${excerpt(entityName)}" is not one` };
}

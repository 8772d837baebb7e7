import type { core } from 'zod';
import { ruleOfIssue } from './rules/rule-of-issue.ts';

/**
 * The rule of a schema that a value breaks, as a sentence for the client that sent it, to be given to a schema as `error`. A schema with its own
 * message keeps it; undefined leaves it to the schema.
 */
export const ruleInWords: core.$ZodErrorMap = (issue) => (issue.code === 'custom' ? undefined : ruleOfIssue(issue)?.message);

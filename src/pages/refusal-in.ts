import type { PageBrokenRuleFragment } from '../generated/page-operations.ts';
import type { BrokenRule } from '../errors/rules/rules.ts';
import type { Refused } from './messages/en/shipped-messages.ts';

interface GivenRefusal {
  readonly code: string;
  readonly message: string;
  readonly rule: PageBrokenRuleFragment | null;
  readonly problems: readonly { readonly pointer: string; readonly message: string; readonly rule: PageBrokenRuleFragment | null }[];
}

function ruleIn(rule: PageBrokenRuleFragment | null): BrokenRule | undefined {
  if (rule === null) return undefined;
  const told = { code: rule.code, values: rule.values, ...(rule.about !== null && { about: rule.about }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this server's own answer carries: GraphQL knows code and values as text and JSON
  return told as BrokenRule;
}

/** A refusal that an answer tells as data. */
export function refusalIn({ code, message, rule, problems }: GivenRefusal): Refused {
  return {
    code,
    message,
    rule: ruleIn(rule),
    problems: problems.map(({ pointer, message: sentence, rule: broken }) => {
      const known = ruleIn(broken);
      return { pointer, message: sentence, ...(known && { rule: known }) };
    }),
  };
}

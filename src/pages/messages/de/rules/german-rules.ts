/** Jede Regel auf Deutsch, nach ihrer Kennung und den Werten, die sie nennt. */
import type { BrokenRule, Rules } from '../../../../errors/rules/rules.ts';
import { accountRules } from './account-rules.ts';
import { fileRules } from './file-rules.ts';
import type { InGerman } from './in-german.ts';
import { installationRules } from './installation-rules.ts';
import { metadataRules } from './metadata-rules.ts';
import { shapeRules } from './shape-rules.ts';

/** Der Typ verlangt jede Regel, mit denselben Werten. */
const inGerman: InGerman<Rules> = { ...shapeRules, ...metadataRules, ...fileRules, ...accountRules, ...installationRules };

/** Was eine Regel verlangt, als Fortsetzung dessen, worum es geht. */
export function ruleInGerman({ code, values, about }: BrokenRule): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values come with the code of the rule that they were told for
  const sentence = (inGerman[code] as (told: BrokenRule['values']) => string)(values);
  return about === undefined ? sentence : `„${about}“ ${sentence}`;
}

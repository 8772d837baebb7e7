/** What an answer has cost, as `extensions.cost` has it. */
export interface Cost {
  readonly estimated: number;
  readonly limit: number;
  readonly spent: {
    readonly cost: number;
    readonly fields: number;
    readonly statements: number;
    readonly rows: number;
    readonly databaseMilliseconds: number;
  };
  readonly budget?: { readonly remaining: number; readonly limit: number } | undefined;
}

/** The cost that an answer tells; undefined where it tells none, as those of subscriptions. */
export function costIn(answer: unknown): Cost | undefined {
  if (typeof answer !== 'object' || answer === null || !('extensions' in answer)) return undefined;
  const { extensions } = answer;
  if (typeof extensions !== 'object' || extensions === null || !('cost' in extensions)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape that this very server gives it
  return extensions.cost as Cost;
}

/** One line for people. */
export function costText({ estimated, limit, spent, budget }: Cost): string {
  const parts = [
    `Cost ${spent.cost}, estimated ${estimated} of ${limit}`,
    `${spent.fields} fields`,
    `${spent.statements} statements`,
    `${spent.rows} rows`,
    `${spent.databaseMilliseconds} ms of the database`,
  ];
  return [...parts, ...(budget === undefined ? [] : [`${budget.remaining} of ${budget.limit} left`])].join(' · ');
}

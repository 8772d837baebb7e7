/** Dieselben Regeln mit denselben Werten, in anderen Worten. */
export type InGerman<English extends Readonly<Record<string, (...told: never[]) => string>>> = {
  readonly [Code in keyof English]: (...told: Parameters<English[Code]>) => string;
};

import { Gauge, type Registry } from 'prom-client';

interface Described {
  readonly name: string;
  readonly help: string;
}

/** Adds a gauge of counts, one for each value of a label; without any while the numbers are unknown. */
export function addCounts<Numbers>(
  registry: Registry,
  { name, help, label }: Described & { readonly label: string },
  numbers: () => Promise<Numbers | undefined>,
  counts: (numbers: Numbers) => Readonly<Record<string, number>>,
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [],
      async collect() {
        const current = await numbers();
        this.reset();
        if (current === undefined) return;
        for (const [value, count] of Object.entries(counts(current))) this.set({ [label]: value }, count);
      },
    }),
  );
}

/** Adds a gauge of a moment in seconds since 1970; without a value while there is none, or the numbers are unknown. */
export function addMoment<Numbers>(
  registry: Registry,
  { name, help }: Described,
  numbers: () => Promise<Numbers | undefined>,
  moment: (numbers: Numbers) => Date | null,
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const current = await numbers();
        const at = current === undefined ? null : moment(current);
        if (at === null) this.remove();
        else this.set(at.getTime() / 1000);
      },
    }),
  );
}

/** Pages with several forms, each of which says what it does. */
import { mendableError } from '../deposit/deposit-call.ts';
import type { SummaryItem } from '../deposit/error-summary.ts';
import { formFaults } from '../deposit/form-faults.ts';
import { valueOf } from '../deposit/form-values.ts';
import type { AdministrationAnswer, AdministrationAnswerer, AdministrationCall } from './administration-call.ts';
import type { ComponentChildren } from 'preact';

/** What came of a form. */
export interface Told {
  /** What was done, as the page calls it. */
  readonly done?: string | undefined;
  readonly items?: readonly SummaryItem[];
  readonly faults?: ReadonlyMap<string, ComponentChildren>;
  /** What was typed. */
  readonly typed?: (name: string) => string;
  readonly status?: number;
}

/** What a form does with what it sent. */
export type Deed = (call: AdministrationCall, text: (name: string) => string) => Promise<unknown>;

interface DeedPage {
  readonly deeds: Readonly<Record<string, Deed>>;
  readonly show: (call: AdministrationCall, told: Told) => Promise<AdministrationAnswer>;
  /** Where the browser goes afterwards; without a deed, to where it came from. */
  readonly location: (done?: string) => string;
  /** Fields whose faults stand beside them, with their labels. */
  readonly labels?: (call: AdministrationCall) => Readonly<Record<string, string>>;
}

/** Shows a page, and does what its forms say; what went wrong is told there. */
export function deedPage({ deeds, show, location, labels = () => ({}) }: DeedPage): {
  readonly shown: AdministrationAnswerer;
  readonly done: AdministrationAnswerer;
} {
  return {
    shown: (call) => show(call, { done: call.query['done'] }),
    done: async (call) => {
      const text = (name: string): string => valueOf(call.form, name);
      const does = text('does');
      const deed = Object.hasOwn(deeds, does) ? deeds[does] : undefined;
      if (deed === undefined) return { location: location() };
      try {
        await deed(call, text);
      } catch (error) {
        const mendable = mendableError(error);
        return show(call, { ...formFaults(mendable, labels(call)), typed: text, status: mendable.status });
      }
      return { location: location(does) };
    },
  };
}

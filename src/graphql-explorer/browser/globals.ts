/** What the files of React and GraphiQL, which the page loads before this script, leave for it: as much of it as the explorer uses. */

/** An element of React, which only React looks into. */
export interface ReactElement {
  readonly type: unknown;
}

type Child = ReactElement | string;
type Component = (() => ReactElement) | object;

/** What is sent of an operation. */
export interface Operation {
  readonly operationName?: string | null;
}

export interface FetcherOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends an operation: one answer, or for a subscription many. */
export type Fetcher = (operation: Operation, options?: FetcherOptions) => unknown;

interface ReactFile {
  createElement(type: string | Component, properties: object | null, ...children: readonly Child[]): ReactElement;
  useState<Value>(first: Value): [Value, (next: Value) => void];
  useEffect(run: () => void, causes: readonly unknown[]): void;
}

interface Files {
  readonly React: ReactFile;
  readonly ReactDOM: { createRoot(place: Element): { render(element: ReactElement): void } };
  readonly GraphiQL: Component & {
    readonly Footer: Component;
    createFetcher(options: {
      readonly url: string;
      readonly subscriptionUrl: string;
      readonly enableIncrementalDelivery: boolean;
    }): Fetcher;
  };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- files without modules put them there; the page loads them first
export const { React, ReactDOM, GraphiQL } = globalThis as unknown as Files;

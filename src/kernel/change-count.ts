/** Counts what was heard, for those who keep what they were told until it has changed. */
export function createChangeCount(): { readonly heard: () => Promise<void>; readonly count: () => number } {
  let count = 0;
  return {
    heard: () => {
      count += 1;
      return Promise.resolve();
    },
    count: () => count,
  };
}

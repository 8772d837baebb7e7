/** The outcome of concurrent work: its result is returned, or its error thrown, on request. */
export async function outcomeOf<Result>(work: Promise<Result>): Promise<() => Result> {
  try {
    const result = await work;
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

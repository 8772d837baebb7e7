/** Waits for work that is done together with other work, and gives its result, or throws its error, whenever that is asked for. */
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

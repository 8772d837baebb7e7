/** What one answer of a subscription is made of: what is told, and the context of its reader at that moment. */
interface Telling {
  readonly item: unknown;
  readonly context: unknown;
}

/**
 * A stream as the executor of subscriptions takes it: it is made before the subscription is answered, so that a refusal is an answer of
 * its own. The item of each telling is what the field resolves.
 */
export async function streamOf<Item extends Telling>(
  made: AsyncGenerator<Item> | Promise<AsyncGenerator<Item>>,
): Promise<AsyncGenerator<Item>> {
  return made;
}

/** Resolves a subscription's field: the executor gives the item of a telling as its root. */
export function told<Model>(root: Model): Model {
  return root;
}

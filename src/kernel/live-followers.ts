import type { Follower, LiveTopic } from './ports/live-signals.ts';

/** One that waits; a signal that comes meanwhile is kept, as one, for its next question. */
class WaitingFollower implements Follower {
  readonly #leave: (follower: WaitingFollower) => void;
  #told = false;
  #over = false;
  #answer: ((more: boolean) => void) | undefined;

  constructor(leave: (follower: WaitingFollower) => void) {
    this.#leave = leave;
  }

  tell(): void {
    this.#told = true;
    this.#settle();
  }

  next(): Promise<boolean> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#settle();
    });
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    this.#leave(this);
    this.#settle();
  }

  #settle(): void {
    const answer = this.#answer;
    if (answer === undefined || !(this.#over || this.#told)) return;
    this.#answer = undefined;
    const more = !this.#over;
    this.#told = false;
    answer(more);
  }
}

/** The followers of this process by topic. */
export class LiveFollowers {
  readonly #byTopic = new Map<LiveTopic, Set<WaitingFollower>>();
  #count = 0;
  #feedSignals = 0;

  get feedSignals(): number {
    return this.#feedSignals;
  }

  get count(): number {
    return this.#count;
  }

  add(topic: LiveTopic, ended: AbortSignal): Follower {
    const followers = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, followers);
    const end = (): void => follower.close();
    const follower = new WaitingFollower((left) => {
      ended.removeEventListener('abort', end);
      followers.delete(left);
      this.#count -= 1;
      if (followers.size === 0 && this.#byTopic.get(topic) === followers) this.#byTopic.delete(topic);
    });
    followers.add(follower);
    this.#count += 1;
    if (ended.aborted) follower.close();
    else ended.addEventListener('abort', end, { once: true });
    return follower;
  }

  tell(topic: string): void {
    if (topic === 'feed') this.#feedSignals += 1;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one that is no topic has no followers
    for (const follower of this.#byTopic.get(topic as LiveTopic) ?? []) follower.tell();
  }

  tellAll(): void {
    this.#feedSignals += 1;
    for (const followers of this.#byTopic.values()) for (const follower of followers) follower.tell();
  }

  closeAll(): void {
    for (const followers of this.#byTopic.values()) for (const follower of followers) follower.close();
  }
}

/** The other processes behind the same port, as one of them has them. What they are told is lost where they start or end. */
export interface Neighbours {
  /** Number of this process, from 1 on. */
  readonly own: number;
  /** Tells all others. */
  tell(subject: string, body: unknown): void;
  /** Asks all others, and the parent of all; the answers of those that gave one in time. */
  ask(subject: string, body: unknown): Promise<readonly unknown[]>;
  /** Takes what others tell or ask about a subject; what it gives is the answer. */
  hear(subject: string, listener: (body: unknown, from: number) => unknown): void;
  /** Calls back when another one has ended. */
  onGone(listener: (number: number) => void): void;
}

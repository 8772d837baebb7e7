import { Counter, Gauge, type Registry } from 'prom-client';

/** Where a process reads, and the replicas as it sees them. */
export interface ReadNumbers {
  readonly counts: { readonly replica: number; readonly primary: number; readonly redone: number };
  readonly replicas: readonly { readonly name: string; readonly lagSeconds: number }[];
}

/** Adds which reads went where, and how far the replicas are behind; without values where there are no replicas. */
export function addReadMetrics(registry: Registry, read: () => ReadNumbers | undefined): void {
  const reads: Counter<'place'> = new Counter({
    name: 'database_reads_total',
    help: 'Operations that only read, by where they did: a REPLICA, or the PRIMARY because no replica had everything in time.',
    labelNames: ['place'] as const,
    registers: [registry],
    collect: () => {
      const counts = read()?.counts;
      reads.reset();
      if (counts === undefined) return;
      reads.inc({ place: 'REPLICA' }, counts.replica);
      reads.inc({ place: 'PRIMARY' }, counts.primary);
    },
  });
  const redone: Counter = new Counter({
    name: 'database_reads_redone_total',
    help: 'Statements that a replica failed and the primary answered.',
    registers: [registry],
    collect: () => {
      redone.reset();
      redone.inc(read()?.counts.redone ?? 0);
    },
  });
  const lag: Gauge<'replica'> = new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'Time since a replica last had everything that the primary had; 0 while it is read from.',
    labelNames: ['replica'] as const,
    registers: [registry],
    collect: () => {
      lag.reset();
      for (const { name, lagSeconds } of read()?.replicas ?? []) lag.set({ replica: name }, lagSeconds);
    },
  });
}

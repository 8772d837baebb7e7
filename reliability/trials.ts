import { bucket } from './trials/bucket.ts';
import { clocks } from './trials/clocks.ts';
import { database } from './trials/database.ts';
import { disk } from './trials/disk.ts';
import { failover } from './trials/failover.ts';
import { fuzz } from './trials/fuzz.ts';
import { kills } from './trials/kills.ts';
import { soak } from './trials/soak.ts';
import type { Trial } from './trial.ts';

/** All trials, in the order in which they are tried. */
export const trials: readonly Trial[] = [kills, fuzz, bucket, database, failover, disk, clocks, soak];

/** Forms, more comfortable: without this script they do the same by showing the page anew. */
import { listenToRepetitions } from './forms/change-repetitions.ts';
import { leadToFaults } from './forms/lead-to-faults.ts';
import { watchLocks } from './forms/watch-locks.ts';

listenToRepetitions();
leadToFaults();
await watchLocks();

import { subscribers as bulk } from '../domain/bulk/subscribers.ts';
import { subscribers as datasets } from '../domain/datasets/subscribers.ts';
import { subscribers as events } from '../domain/events/subscribers.ts';
import { subscribers as exports } from '../domain/exports/subscribers.ts';
import { subscribers as files } from '../domain/files/subscribers.ts';
import { subscribers as harvesting } from '../domain/harvesting/subscribers.ts';
import { subscribers as identifiers } from '../domain/identifiers/subscribers.ts';
import { subscribers as ingest } from '../domain/ingest/subscribers.ts';
import { subscribers as integrity } from '../domain/integrity/subscribers.ts';
import { subscribers as mail } from '../domain/mail/subscribers.ts';
import { subscribers as metrics } from '../domain/metrics/subscribers.ts';
import { subscribers as notifications } from '../domain/notifications/subscribers.ts';
import { subscribers as search } from '../domain/search/subscribers.ts';
import { gatherSubscribers } from '../kernel/subscribers.ts';

/** Everything that happens on events. */
export const subscribers = gatherSubscribers(
  notifications,
  identifiers,
  files,
  ingest,
  datasets,
  mail,
  metrics,
  integrity,
  harvesting,
  events,
  exports,
  search,
  bulk,
);

import { Router } from 'express';
import type { Logger } from 'pino';

export interface HealthOptions {
  readonly isDraining: () => boolean;
  readonly askDatabase: () => PromiseLike<unknown>;
  readonly log: Logger;
}

/** Whether the process lives, and whether it can take requests. */
export function healthRoutes({ isDraining, askDatabase, log }: HealthOptions): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'OK' });
  });
  router.get('/readyz', async (_request, response) => {
    if (isDraining()) {
      response.status(503).json({ status: 'ERROR', message: 'The server is stopping.' });
      return;
    }
    try {
      await askDatabase();
      response.json({ status: 'OK' });
    } catch (error) {
      log.error({ err: error }, 'The database does not respond.');
      response.status(503).json({ status: 'ERROR', message: 'The database does not respond.' });
    }
  });
  return router;
}

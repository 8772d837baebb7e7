import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from '../rest-compat/request-id.ts';

/** Answers what nothing has taken. */
export function notFound(request: Request, response: Response): void {
  response.status(404).json({ status: 'ERROR', code: 404, message: `There is nothing at ${request.path}.`, errorCode: 'NOT_FOUND' });
}

/** Answers what has failed on its way, and logs it where it is the server's fault. */
export function failed(log: Logger): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    const requestId = requestIdOf(request);
    const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500;
    if (status >= 500) log.error({ err: error, requestId }, 'A request failed.');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const refused = status < 500 && error instanceof Error;
    response.status(refused ? status : 500).json({
      status: 'ERROR',
      code: refused ? status : 500,
      message: refused ? error.message : 'The server failed to answer this request.',
      requestId,
    });
  };
}

import { StartupError } from './errors/startup-error.ts';

/** Why nothing can listen there, in one line with the cure. */
export function listenFault(error: Error, { port, host }: { readonly port: number; readonly host: string }): StartupError {
  const code = 'code' in error ? String(error.code) : error.message;
  if (code === 'EADDRINUSE') {
    return new StartupError(`Port ${port} on ${host} is taken. Set PORT to another one, or stop what listens there.`);
  }
  if (code === 'ENOTSUP') return new StartupError('This system does not let several processes listen on one port. Set WORKERS to 1.');
  return new StartupError(`Cannot listen on ${host}:${port} (${code}).`);
}

import type { Config } from './config.ts';

/** Where a server listens, `http://host:port`, and its address for clients. */
export interface SiteAddresses {
  readonly url: string;
  readonly siteUrl: string;
}

/** The addresses of a configuration whose port is known. */
export function siteAddresses({ host: name, port, siteUrl }: Pick<Config, 'host' | 'port' | 'siteUrl'>): SiteAddresses {
  const host = name.includes(':') ? `[${name}]` : name;
  const reached = name === '0.0.0.0' || name === '::' ? 'localhost' : host;
  return { url: `http://${host}:${port}`, siteUrl: siteUrl ?? `http://${reached}:${port}` };
}

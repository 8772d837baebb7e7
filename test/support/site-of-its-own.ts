import { createServer } from 'node:net';

/** Settings of a server that knows its own address: those of parts and bytes that it gives lead to it. */
export async function siteOfItsOwn(): Promise<{ readonly PORT: string; readonly SITE_URL: string }> {
  const probe = createServer();
  await new Promise<void>((resolve) => void probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { PORT: `${port}`, SITE_URL: `http://127.0.0.1:${port}` };
}

import { usageFailure } from './failure.ts';

/** The address of a server without a slash at its end; `https` where no scheme is typed, but `http` for this machine. @throws CliFailure */
export function serverAddress(typed: string): string {
  const local = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(typed);
  const text = /^https?:\/\//i.test(typed) ? typed : `${local ? 'http' : 'https'}://${typed}`;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw usageFailure(`"${typed}" is no address of a server, such as https://data.example.org.`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') throw usageFailure(`"${typed}" is more than the address of a server.`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

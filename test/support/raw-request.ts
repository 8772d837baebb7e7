// Requests as they go over the wire, for what no HTTP client would send.
import { connect, type Socket } from 'node:net';

/** A connection that a test writes on itself. */
export interface RawConnection {
  readonly socket: Socket;
  /** All that the server has sent, once it has closed the connection. */
  readonly closed: Promise<string>;
}

/** Opens a connection and sends a text as it is. */
export function openRaw(url: string, text: string): RawConnection {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  const closed = new Promise<string>((resolve) => {
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    // A connection that the server cuts is closed as well.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(answer));
  });
  return { socket, closed };
}

/** Sends a text as it is and reads until the server closes the connection. */
export function sendRaw(url: string, text: string): Promise<string> {
  return openRaw(url, text).closed;
}

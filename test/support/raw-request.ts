// Requests as they go over the wire, for what no HTTP client would send.
import { connect } from 'node:net';

/** Sends a text as it is and reads until the server closes the connection. */
export function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (answer += part));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
  });
}

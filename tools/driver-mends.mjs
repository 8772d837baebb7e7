/**
 * What is mended of the connection of the driver postgres.js (3.4.9, src/connection.js) while the server is bundled: docs/adr/0098. Each text
 * has to stand there once, else the build fails: then the driver has another version, and the mend may not be needed any more.
 */
const MENDS = [
  {
    reason: 'A statement that is handed to a connection without a socket fails as one that was under way when it closed.',
    text: `      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))\n`,
    // True: the connection is not full. It lies in its queue of closed ones already, and is connected anew by the next statement of others.
    by: `      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))

    if (socket === null)
      return queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true\n`,
  },
  {
    reason: 'What waits to be sent when the socket closes is dropped: this would throw where nobody catches it, and end the process.',
    text: `    const x = socket.write(chunk, fn)\n`,
    by: `    const x = socket === null || socket.write(chunk, fn)\n`,
  },
  {
    reason: 'The next socket sends neither what was left for the last one, nor waits for a turn that was cancelled.',
    text: `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)\n`,
    by: `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)\n`,
  },
  {
    reason:
      'Whoever has ended a COPY to the database hears that it failed, or that its connection closed; else nothing would ever be heard.',
    text: `    stream && (stream.destroy(err), stream = null)\n`,
    by: `    stream && (stream.destroy(err), stream = null)
    final && (final(err), final = null)\n`,
  },
  {
    reason: 'A statement that fails after some of its rows leaves no empty places at the beginning of the next answer.',
    text: `    query = results = errorResponse = null
    result = new Result()\n`,
    by: `    query = results = errorResponse = null
    rows = 0
    result = new Result()\n`,
  },
  {
    reason:
      'A statement that cannot be written down fails itself: else the one under way would fail for it, and each later one would get the answer of the next.',
    text: `      sent.length === 0 && write(Sync)
      errored(error)\n`,
    // Nothing of it was sent, and it is the last of those that wait.
    by: `      if (query !== q && sent.remove(q) !== null)
        return queryError(q, error), true

      sent.length === 0 && write(Sync)
      errored(error)\n`,
  },
  {
    reason:
      'A statement that is sent after the error of a socket and before its close fails: it would wait for good, or be taken for done when the connection is made anew.',
    text: `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n`,
    by: `    if (query || sent.length) error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = null\n`,
  },
];

/** The source of the connection with all mends. @throws Error naming a mend whose place is not there once */
export function mendConnection(source) {
  return MENDS.reduce((text, mend) => {
    if (text.split(mend.text).length !== 2) throw new Error(`The driver postgres.js has no place, or several, for a mend. ${mend.reason}`);
    return text.replace(mend.text, () => mend.by);
  }, source);
}

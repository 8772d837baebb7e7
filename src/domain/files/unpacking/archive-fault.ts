/** Why an archive is kept unopened; the message is for whoever sent it, and ends a sentence. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}

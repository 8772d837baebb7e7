/** Why an archive is kept packed; the message is for the uploader, and ends a sentence. */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';
}

/** Characters that stand in no text; a form feed and an escape do. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/** A text, and how its bytes were read. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

function decoded(bytes: Uint8Array, label: string, isWhole: boolean): string | undefined {
  try {
    // In a stream a character that is cut off at the end is left out.
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}

/**
 * Reads the beginning of a file as text: in UTF-16 where it says so, else in UTF-8, else in Windows-1252, which fits any bytes.
 * Undefined where what comes out is none.
 * @param isWhole whether these are all bytes of the file
 */
export function decodedText(bytes: Uint8Array, isWhole: boolean): DecodedText | undefined {
  const [first, second] = bytes;
  const wide = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  const read: DecodedText =
    wide === undefined
      ? { text: decoded(bytes, 'utf-8', isWhole) ?? '', encoding: 'UTF-8' }
      : { text: decoded(bytes, wide, isWhole) ?? '', encoding: 'UTF-16' };
  const found =
    read.text === '' && wide === undefined
      ? { text: decoded(bytes, 'windows-1252', isWhole) ?? '', encoding: 'Windows-1252' as const }
      : read;
  return found.text === '' || CONTROLS.test(found.text) ? undefined : found;
}

/** The lines of a long field, without blanks around them, and without empty ones. */
export function linesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What was typed, without blanks around it; null for nothing. */
export function orNull(text: string): string | null {
  const typed = text.trim();
  return typed === '' ? null : typed;
}

/** What the sender of a mention said: the value of a JSON text, any other text as it is; null where nothing was said. Source: users-admin.md 5.2. */
export function additionalInfo({ additionalInfo: text = null }: Readonly<Record<string, string | null>>): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

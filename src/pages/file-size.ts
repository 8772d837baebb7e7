import { messagesOf } from './messages/messages.ts';

const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A number of bytes for people, in decimal units. */
export function fileSize(bytes: number): string {
  const { reader, tools } = messagesOf();
  if (bytes < 1000) return reader.bytes(bytes);
  let value = bytes;
  let unit = -1;
  // 999,950 bytes would be rounded to 1000 KB.
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${tools.decimal(value, value < 10 ? 1 : 0)} ${UNITS[unit] ?? ''}`;
}

/** A number for people, its thousands set apart. */
export function countText(count: number): string {
  return messagesOf().tools.number(count);
}

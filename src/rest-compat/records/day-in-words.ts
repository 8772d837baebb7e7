const parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A day such as `2026 Nov 22`, in UTC. @param moment as ISO 8601 has it */
export function dayInWords(moment: string): string {
  const of = new Map(parts.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  return `${of.get('year') ?? ''} ${of.get('month') ?? ''} ${of.get('day') ?? ''}`;
}

/** A moment as the list of accounts and the sentences about tokens write it: the fraction without its last zeros, one digit at least. Source: users-admin.md 2. */
export function moment(iso: string): string {
  const [day = '', time = ''] = iso.slice(0, -1).split('T');
  const [seconds = '', fraction = ''] = time.split('.');
  return `${day} ${seconds}.${fraction.replace(/0+$/, '') || '0'}`;
}

/** The address of the same page with another value of a parameter. */
export function addressWith(address: string, parameter: string, value: string | number): string {
  const mark = address.indexOf('?');
  const path = mark === -1 ? address : address.slice(0, mark);
  const others = (mark === -1 ? '' : address.slice(mark + 1)).split('&').filter((part) => part !== '' && !part.startsWith(`${parameter}=`));
  return `${path}?${[...others, `${parameter}=${value}`].join('&')}`;
}

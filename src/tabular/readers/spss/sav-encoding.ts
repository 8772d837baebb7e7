/** The encoding of a system file, by the name or the number of a code page that it gives. */

const codePages: Record<number, string> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  20866: 'koi8-r',
  20932: 'euc-jp',
  21866: 'koi8-u',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  54936: 'gb18030',
  65001: 'utf-8',
};

function ofCodePage(page: number): string | undefined {
  if (page >= 1250 && page <= 1258) return `windows-${page}`;
  if (page >= 28592 && page <= 28606) return `iso-8859-${page - 28590}`;
  return codePages[page];
}

/** The label of an encoding; Windows-1252 where the file says nothing, or no more than that it is of eight bits. */
export function encodingLabel(name: string | undefined, codePage: number | undefined): string {
  const number = /^(?:cp|ibm|ms|windows-?)?(\d+)$/i.exec(name?.trim() ?? '')?.[1];
  if (name !== undefined && name.trim() !== '') return ofCodePage(Number(number ?? 0)) ?? name.trim();
  return ofCodePage(codePage ?? 0) ?? 'windows-1252';
}

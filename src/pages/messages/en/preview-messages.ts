/** Words of the previews of files. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
export function previewMessages() {
  return {
    heading: 'Preview',
    link: 'Preview',
    pictureAlt: (name: string): string => `Picture in the file ${name}, made smaller`,
    pdfLabel: (name: string): string => `${name}, in the browser’s viewer for PDF`,
    pdfNotShown: 'This browser shows no PDF in a page.',
    pdfOpen: 'Open the PDF by itself',
    textLabel: (name: string): string => `Beginning of ${name}`,
    beginning: (kilobytes: number): string => `The first ${kilobytes} KB. Download the file to see all of it.`,
    encoding: (name: string): string => `Read as ${name}.`,
  };
}

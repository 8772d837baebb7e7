import { element, xmlText } from '../formats/xml/xml-element.ts';

/** The schema of the element that texts in JSON are put into: the protocol takes XML alone. */
export function jsonSchemaDocument(namespace: string): string {
  const root = {
    'xmlns:xs': 'http://www.w3.org/2001/XMLSchema',
    targetNamespace: namespace,
    elementFormDefault: 'qualified',
  };
  return xmlText(element('xs:schema', root, element('xs:element', { name: 'json', type: 'xs:string' })));
}

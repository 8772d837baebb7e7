import type { NetcdfAttribute, NetcdfHeader } from '../../../packages/netcdf-header/read-netcdf-header.ts';
import { element, type XmlElement, xmlText } from '../xml/xml-element.ts';

const NAMESPACE = 'http://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2';

/** Elements on lines of their own, for people who read the file. */
function lines(depth: number, children: readonly XmlElement[]): readonly (XmlElement | string)[] {
  if (children.length === 0) return [];
  const end = `\n${'  '.repeat(depth)}`;
  return [...children.flatMap((child) => [`${end}  `, child]), end];
}

function attribute({ name, type, values }: NetcdfAttribute): XmlElement {
  return element('attribute', { name, type: type === 'char' ? undefined : type, value: values.join(' ') });
}

/** What a NetCDF file holds, as NcML 2.2. Source: Unidata, NcML schema 2.2. */
export function writeNcml({ dimensions, variables, attributes: own }: NetcdfHeader): string {
  const children = [
    ...dimensions.map(({ name, length, unlimited }) =>
      element('dimension', { name, length: String(length), isUnlimited: unlimited ? 'true' : undefined }),
    ),
    ...variables.map(({ name, shape, type, attributes }) =>
      element('variable', { name, shape: shape.join(' '), type }, ...lines(1, attributes.map(attribute))),
    ),
    ...own.map(attribute),
  ];
  const root = element('netcdf', { xmlns: NAMESPACE, location: '' }, ...lines(0, children));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(root)}\n`;
}

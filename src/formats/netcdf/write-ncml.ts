import { xmlText } from '../citation/text-escapes.ts';
import type { NetcdfAttribute, NetcdfHeader } from '../../../packages/netcdf-header/read-netcdf-header.ts';

const NAMESPACE = 'http://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2';

/** White space that readers of XML take for blanks in an attribute, unless it is written by its number. */
function attributeText(value: string): string {
  return xmlText(value).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}

function attributes(pairs: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(pairs)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${attributeText(value)}"`]))
    .join('');
}

function attributeLine(indent: string, { name, type, values }: NetcdfAttribute): string {
  return `${indent}<attribute${attributes({ name, type: type === 'char' ? undefined : type, value: values.join(' ') })} />`;
}

/** What a NetCDF file holds, as NcML 2.2. Source: Unidata, NcML schema 2.2. */
export function writeNcml({ dimensions, variables, attributes: own }: NetcdfHeader): string {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<netcdf xmlns="${NAMESPACE}" location="">`];
  for (const { name, length, unlimited } of dimensions) {
    lines.push(`  <dimension${attributes({ name, length: String(length), isUnlimited: unlimited ? 'true' : undefined })} />`);
  }
  for (const variable of variables) {
    const { name, shape, type } = variable;
    const start = `  <variable${attributes({ name, shape: shape.join(' '), type })}`;
    if (variable.attributes.length === 0) lines.push(`${start} />`);
    else lines.push(`${start}>`, ...variable.attributes.map((one) => attributeLine('    ', one)), '  </variable>');
  }
  lines.push(...own.map((one) => attributeLine('  ', one)), '</netcdf>', '');
  return lines.join('\n');
}

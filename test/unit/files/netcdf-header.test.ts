import { expect, test } from 'vitest';
import { grid, writer } from '../../../packages/netcdf-header/test/grid-file.ts';
import { readNetcdfHeader } from '../../../packages/netcdf-header/read-netcdf-header.ts';
import { writeNcml } from '../../../src/formats/netcdf/write-ncml.ts';

const ncml = (length: number) => `<?xml version="1.0" encoding="UTF-8"?>
<netcdf xmlns="http://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2" location="">
  <dimension name="time" length="${length}" isUnlimited="true"/>
  <dimension name="lat" length="3"/>
  <variable name="temp" shape="time lat" type="float">
    <attribute name="units" value="K"/>
    <attribute name="valid_range" type="float" value="0.1 -100000000000000000000"/>
    <attribute name="missing_value" type="short" value="-999"/>
    <attribute name="add_offset" type="double" value="273.15"/>
  </variable>
  <variable name="crs" shape="" type="int"/>
  <attribute name="title" value="Über &lt;&quot;Wärme&quot;&gt;&#10;&amp; more"/>
</netcdf>
`;

function described(bytes: Buffer): string {
  const header = readNetcdfHeader(bytes);
  return typeof header === 'object' ? writeNcml(header) : header;
}

test.each([1, 2, 5] as const)('the header of a NetCDF file of version %i is described', (version) => {
  expect(described(grid(version, writer(version).count(7)))).toBe(ncml(7));
});

test('a NetCDF file has no records while they are being written', () => {
  expect(described(grid(1, Buffer.alloc(4, 0xff)))).toBe(ncml(0));
  expect(described(grid(5, Buffer.alloc(8, 0xff)))).toBe(ncml(0));
});

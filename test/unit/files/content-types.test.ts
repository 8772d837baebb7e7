import { describe, expect, it } from 'vitest';
import { fileTypeGroup, friendlyType, originalExtension } from '../../../src/formats/content-types/content-types.ts';
import { extensionOfType, RO_CRATE_TYPE, typeOfExtension } from '../../../src/formats/content-types/extension-types.ts';

describe('friendlyType and fileTypeGroup', () => {
  it.each([
    ['image/png', 'PNG Image', 'Image'],
    ['text/plain; charset=US-ASCII', 'Plain Text', 'Text'],
    ['text/tab-separated-values', 'Tab-Delimited', 'Tabular Data'],
    ['application/x-R-2', 'R Binary', 'Data'],
    ['application/octet-stream', 'Unknown', 'Unknown'],
    ['text/x-perl', 'Perl Script', 'Other'],
    [RO_CRATE_TYPE, 'RO-Crate metadata', 'Metadata'],
    ['application/x-made-up', 'application/x-made-up', 'Other'],
  ])('names %s', (type, name, group) => {
    expect(friendlyType(type)).toBe(name);
    expect(fileTypeGroup(type)).toBe(group);
  });
});

describe('originalExtension', () => {
  it.each([
    ['text/csv', '.csv'],
    ['application/x-stata', '.dta'],
    ['application/x-stata-14', '.dta'],
    ['text/tsv', '.tsv'],
    ['image/png', ''],
  ])('of %s is "%s"', (type, extension) => {
    expect(originalExtension(type)).toBe(extension);
  });
});

describe('typeOfExtension', () => {
  it.each([
    ['PDF', 'application/pdf'],
    ['RData', 'application/x-rlang-transport'],
    ['Rmd', 'text/x-r-notebook'],
    ['RMD', undefined],
    ['sas', 'text/x-sas-syntax'],
    ['html', 'text/html'],
    ['constructor', undefined],
  ])('of %s is %s', (extension, type) => {
    expect(typeOfExtension(extension)).toBe(type);
  });
});

it.each([
  ['application/json', 'json'],
  ['text/plain; charset=UTF-8', 'txt'],
  ['text/tsv', 'tab'],
  ['image/png', 'png'],
  ['application/x-unknown', undefined],
])('files of the type %s usually have the extension %s', (type, extension) => {
  expect(extensionOfType(type)).toBe(extension);
});

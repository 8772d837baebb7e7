/** The readers, one a format. Which of them reads a file is decided by its content; text formats recognise nothing and come last. */
import type { TableReader } from '../table-reader.ts';
import { csvReader, tsvReader } from './csv/read-csv.ts';
import { rReader } from './r/read-r.ts';
import { sasTransportReader } from './sas-transport/read-sas-transport.ts';
import { porReader } from './spss/read-por.ts';
import { savReader } from './spss/read-sav.ts';
import { stataReader } from './stata/read-stata.ts';
import { xlsxReader } from './xlsx/read-xlsx.ts';

export const readers: readonly TableReader[] = [
  stataReader,
  savReader,
  porReader,
  sasTransportReader,
  rReader,
  xlsxReader,
  csvReader,
  tsvReader,
];

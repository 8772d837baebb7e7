/**
 * Arrays of PostgreSQL's own types. The driver (3.4.9) would ask for all array types on each new connection, in a promise that nothing
 * observes: a PostgreSQL that ends in that moment would end the process. Their numbers are the same in every database.
 */
import { makePgArray } from 'drizzle-orm/pg-core';
import type { PostgresType } from 'postgres';
import { parse } from 'postgres-array';

function arrayType(to: number, parseElement: (text: string) => string | number): PostgresType<unknown> {
  return {
    to,
    from: [to],
    // Drizzle gives arrays of a column as text already.
    serialize: (value) => (Array.isArray(value) ? makePgArray(value) : value),
    parse: (text: string): unknown => parse(text, parseElement),
  };
}

/** For the option `types` of the driver. Arrays of enums have no fixed number: they are passed as `text[]` and cast. */
export const ARRAY_TYPES = {
  int4: arrayType(1007, Number),
  // As the driver gives single ones.
  int8: arrayType(1016, String),
  float8: arrayType(1022, Number),
  text: arrayType(1009, String),
  uuid: arrayType(2951, String),
};

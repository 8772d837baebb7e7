import { GraphQLError, GraphQLScalarType, GraphQLString } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON, GraphQLLocalDate, GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLUpload } from 'graphql-upload-minimal';
import { JSON_LIMITS, nestsTooDeep } from '../json-extent.ts';
import { FormFile } from '../storage/form-file.ts';
import { IncomingBytes } from '../storage/incoming-bytes.ts';
import { StagedUpload } from '../storage/staged-upload.ts';

const uploads = [StagedUpload, IncomingBytes, FormFile];

/** A file of a multipart request, or one that the REST layer has staged already or is about to read. */
const upload = new GraphQLScalarType({
  name: 'Upload',
  parseValue: (value) => (uploads.some((kind) => value instanceof kind) ? value : GraphQLUpload.parseValue(value)),
  parseLiteral: (node) => GraphQLUpload.parseLiteral(node, {}),
  serialize: (value) => GraphQLUpload.serialize(value),
});

/** Days come out of the database as text; what goes out is ours and is not checked again, which cost 3% of a list. */
const date = new GraphQLScalarType<string, string>({ ...GraphQLLocalDate.toConfig(), name: 'Date', serialize: String });

/** Moments are `Date` objects of the database, or text that PostgreSQL wrote as RFC 3339. */
const dateTime = new GraphQLScalarType<Date, string>({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  serialize: (value) => (value instanceof Date ? value : new Date(String(value))).toISOString(),
});

/** Whatever is not too deep for what reads it. A document is bounded by itself, so literals need no look. */
const json = new GraphQLScalarType({
  ...GraphQLJSON.toConfig(),
  parseValue: (value) => {
    if (nestsTooDeep(value)) throw new GraphQLError(`JSON may not nest deeper than ${JSON_LIMITS.nesting} levels.`);
    return value;
  },
});

/** A text to GraphQL: what is wrong with a date is told together with what is wrong with other fields. */
const metadataDate = new GraphQLScalarType({ ...GraphQLString.toConfig(), name: 'MetadataDate' });

/** Each under the name that the schema has for it: a name of the library's own would become that of the type. */
export const scalarResolvers = {
  DateTime: dateTime,
  Date: date,
  JSON: json,
  MetadataDate: metadataDate,
  SafeInt: GraphQLSafeInt,
  Upload: upload,
};

import { GraphQLScalarType } from 'graphql';
import { GraphQLDateTimeISO, GraphQLJSON, GraphQLLocalDate, GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLUpload } from 'graphql-upload-minimal';
import { StagedUpload } from '../storage/staged-upload.ts';

/** A file of a multipart request, or one that the REST layer has staged already. */
const upload = new GraphQLScalarType({
  name: 'Upload',
  parseValue: (value) => (value instanceof StagedUpload ? value : GraphQLUpload.parseValue(value)),
  parseLiteral: (node) => GraphQLUpload.parseLiteral(node, {}),
  serialize: (value) => GraphQLUpload.serialize(value),
});

export const scalarResolvers = {
  DateTime: GraphQLDateTimeISO,
  Date: GraphQLLocalDate,
  JSON: GraphQLJSON,
  SafeInt: GraphQLSafeInt,
  Upload: upload,
};

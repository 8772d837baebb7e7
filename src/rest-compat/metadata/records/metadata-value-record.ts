/** Metadata of a version in native JSON. Source: datasets.md 3.3. */
export { writeBlock as metadataBlockRecord, writeBlocks as metadataBlocksRecord } from '../../../formats/native-json/native-version.ts';
export {
  type NativeBlock as MetadataBlockValuesRecord,
  nativeBlockSchema as metadataBlockValuesSchema,
  nativeBlocksSchema as metadataBlocksSchema,
} from '../../../formats/native-json/native-metadata.ts';

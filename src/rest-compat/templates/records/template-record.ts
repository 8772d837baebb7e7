import { z } from 'zod';
import { nativeBlocksSchema } from '../../../formats/native-json/native-metadata.ts';
import { termsTexts } from '../../../formats/native-json/terms-texts.ts';
import { writeBlocks } from '../../../formats/native-json/native-version.ts';
import type { TemplateFactsFragment } from '../../../generated/operations.ts';
import { TERMS_OF_ACCESS_KEYS, TERMS_OF_USE_KEYS } from '../../../vocabulary/datasets.ts';
import { licenseRecord, licenseSchema } from '../../installation/records/license-record.ts';
import { present, toSecond } from '../../records/record.ts';
import { counted, day, listOf, objectId, recordSchema, second } from '../../records/schema.ts';

const text = z.string().optional();

export const templateSchema = recordSchema('DatasetTemplate', 'What new datasets may begin with. Source: collections.md 11.2.', {
  id: objectId,
  name: z.string(),
  collectionAlias: z.string().describe('The collection that it belongs to.'),
  isDefault: z.boolean().describe('Whether the collection begins with it.'),
  usageCount: counted.describe('Datasets that were made with it.'),
  createTime: second,
  createDate: day,
  termsOfUseAndAccess: z.strictObject({
    id: objectId.describe('That of the template.'),
    license: licenseSchema.optional(),
    ...termsTexts(TERMS_OF_USE_KEYS, text),
    ...termsTexts(TERMS_OF_ACCESS_KEYS, text),
    fileAccessRequest: z.boolean(),
  }),
  datasetFields: nativeBlocksSchema.describe('Its metadata, by block.'),
  instructions: listOf(z.strictObject({ instructionField: z.string(), instructionText: z.string() })),
});

/** A template as a record. */
export function templateRecord(template: TemplateFactsFragment): z.infer<typeof templateSchema> {
  const { databaseId: id, license, terms, fileAccessRequest } = template;
  const createTime = toSecond(template.createdAt);
  return {
    id,
    name: template.name,
    collectionAlias: template.collectionAlias,
    isDefault: template.isDefault,
    usageCount: template.usageCount,
    createTime,
    createDate: createTime.slice(0, 10),
    termsOfUseAndAccess: {
      id,
      ...(license === null ? present(terms, TERMS_OF_USE_KEYS) : { license: licenseRecord(license) }),
      ...present(terms, TERMS_OF_ACCESS_KEYS),
      fileAccessRequest,
    },
    datasetFields: writeBlocks(template.metadataBlocks),
    instructions: template.instructions.map(({ instructionField, instructionText }) => ({ instructionField, instructionText })),
  };
}

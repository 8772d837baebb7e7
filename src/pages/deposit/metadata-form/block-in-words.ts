import type { PageFormFieldFragment } from '../../../generated/page-operations.ts';
import type { Messages } from '../../messages/messages.ts';
import type { FormBlock } from './form-block.ts';

function fieldInWords<Field extends PageFormFieldFragment>(field: Field, { shipped }: Messages): Field {
  const { name, title, description, vocabularyValues } = field;
  return {
    ...field,
    title: shipped.field(name, title),
    description: shipped.hint(name, description),
    vocabularyValues: shipped.inOrder(name, vocabularyValues),
  };
}

/** A block as forms show it, in the reader's language. Values stay as they are sent; their controls look up what they are called. */
export function blockInWords(block: FormBlock, messages: Messages): FormBlock {
  return {
    ...block,
    displayName: messages.shipped.block(block.name, block.displayName),
    fields: block.fields.map((field) => ({
      ...fieldInWords(field, messages),
      children: field.children.map((child) => fieldInWords(child, messages)),
    })),
  };
}

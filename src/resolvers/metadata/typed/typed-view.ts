/**
 * Stored metadata in the shape of their types. The classes have a getter for each field, so that the default resolver reads it, and only what
 * an operation asks for is converted.
 */
import type { ShownFields } from '../../../domain/rows.ts';
import { compoundsIn, textsIn } from '../../../model/metadata/metadata-values.ts';
import type { CompoundValue, MetadataField } from '../../../model/metadata/version-metadata.ts';
import type { TypedBlock, TypedField, TypedPlan } from './typed-plan.ts';
import { readerOf } from './typed-values.ts';

type ViewOf<Source> = new (source: Source) => object;

const NONE: readonly unknown[] = [];

function viewClass<Source, Member extends { readonly name: string }>(
  members: readonly Member[],
  getterOf: (member: Member) => (source: Source) => unknown,
): ViewOf<Source> {
  class View {
    readonly #source: Source;

    constructor(source: Source) {
      this.#source = source;
    }

    static {
      for (const member of members) {
        const get = getterOf(member);
        Object.defineProperty(this.prototype, member.name, {
          get(this: View) {
            return get(this.#source);
          },
        });
      }
    }
  }
  return View;
}

function convertsCompounds(field: TypedField): (stored: MetadataField) => unknown {
  const View = viewClass<CompoundValue, TypedField>(field.children, (child) => {
    const { name } = child.definition;
    const convert = converts(child);
    return (compound) => convert(Object.hasOwn(compound, name) ? compound[name] : undefined);
  });
  return (stored) => {
    const views = compoundsIn(stored).map((compound) => new View(compound));
    return field.definition.multiple ? views : (views[0] ?? null);
  };
}

function convertsTexts(field: TypedField): (stored: MetadataField) => unknown {
  const read = readerOf(field);
  if (!field.definition.multiple) {
    return (stored) => {
      const [text] = textsIn(stored);
      return text === undefined ? null : read(text);
    };
  }
  return (stored) =>
    textsIn(stored)
      .map(read)
      .filter((value) => value !== null);
}

function converts(field: TypedField): (stored: MetadataField | undefined) => unknown {
  const none = field.definition.multiple ? NONE : null;
  const convert = field.kind === 'compound' ? convertsCompounds(field) : convertsTexts(field);
  return (stored) => (stored === undefined ? none : convert(stored));
}

function blockView({ fields }: TypedBlock): ViewOf<ShownFields> {
  return viewClass(fields, (field) => {
    const { name } = field.definition;
    const convert = converts(field);
    return (shown) => convert(shown.findField(name));
  });
}

/** Shows the metadata of a version as the value of the type `Metadata`. */
export function typedView({ blocks }: TypedPlan): (shown: ShownFields) => object {
  const View = viewClass<ShownFields, TypedBlock>(blocks, (block) => {
    const { name } = block.definition;
    const Block = blockView(block);
    return (shown) => (shown.hasBlock(name) ? new Block(shown) : null);
  });
  return (shown) => new View(shown);
}

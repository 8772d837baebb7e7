import { extendSchema, type GraphQLField, type GraphQLSchema, isObjectType, parse } from 'graphql';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import type { RequestContext } from '../../../request-context.ts';
import { DatasetVersionModel } from '../../models.ts';
import { fieldsAs } from '../../versions/version-metadata.ts';
import { takingTyped, TYPED_ARGUMENTS } from './typed-arguments.ts';
import { planTypedMetadata } from './typed-plan.ts';
import { typedSdl } from './typed-sdl.ts';
import { typedView } from './typed-view.ts';

function fieldOf(schema: GraphQLSchema, owner: string, name: string): GraphQLField<unknown, RequestContext> {
  const type = schema.getType(owner);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (field === undefined) throw new Error(`The schema has no field ${owner}.${name}.`);
  return field;
}

/**
 * The schema with the types that the blocks of a catalogue become. The one given stays as it is, and serves what is under way. Fields of the
 * types have no resolvers: they are getters of what `DatasetVersion.metadata` gives.
 */
export function withTypedMetadata(schema: GraphQLSchema, catalog: BlockCatalog): GraphQLSchema {
  const plan = planTypedMetadata(catalog);
  const sdl = typedSdl(plan);
  if (sdl === '') return schema;
  const extended = extendSchema(schema, parse(sdl, { noLocation: true }), { assumeValidSDL: true });
  const view = typedView(plan);
  fieldOf(extended, 'DatasetVersion', 'metadata').resolve = (version, _args, context) => {
    if (!(version instanceof DatasetVersionModel)) throw new Error('A version is shown by its model.');
    return fieldsAs(version, context, view);
  };
  for (const [owner, fields] of Object.entries(TYPED_ARGUMENTS)) {
    for (const [name, form] of Object.entries(fields)) {
      const field = fieldOf(extended, owner, name);
      if (field.resolve !== undefined) field.resolve = takingTyped(field.resolve, plan, form);
    }
  }
  return extended;
}

import type { DatasetSummary } from '../../../db/queries/datasets/datasets.ts';
import type { VersionRow } from '../../../db/queries/versions/versions.ts';
import type { JsonLd } from '../../../formats/json-ld/describe-fields.ts';
import { describeVersion } from '../../../formats/ore/describe-version.ts';
import type { ReadContext } from '../../../kernel/command.ts';
import { detail } from '../../../kernel/detail.ts';
import { persistentUrl } from '../../../model/persistent-id.ts';
import { shownMetadata } from '../../metadata/shown-metadata.ts';

/** The description of a version that the actor was shown, as one object of JSON-LD with its context. Source: datasets.md 14.4, exports.md 15. */
export const showDescription = detail({
  name: 'showDescription',
  run: async (
    context: ReadContext,
    { dataset, version }: { readonly dataset: DatasetSummary; readonly version: VersionRow },
  ): Promise<JsonLd> => {
    const { installation, blocks } = context.services;
    const { siteUrl } = installation;
    const owners = await Promise.all(
      dataset.path
        .slice(0, -1)
        .toReversed()
        .map((id) => context.loaders.collection.load(id)),
    );
    const { publicationDay: publicationDate, metadataLanguage } = dataset;
    const described = describeVersion({
      dataset: { persistentUrl: persistentUrl(dataset, siteUrl), publicationDate, metadataLanguage },
      version,
      metadata: shownMetadata(context.services, version.metadata.value),
      owners: owners.filter((owner) => owner !== undefined),
      installation: { name: installation.name(), siteUrl, catalog: blocks.current() },
    });
    return { ...described.values, '@context': described.context };
  },
});

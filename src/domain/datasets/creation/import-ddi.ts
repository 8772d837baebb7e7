import type { CollectionKey } from '../../../db/queries/collections/collections.ts';
import { loadCollection } from '../../subjects/collection-subject.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { importDataset, type ImportOutcome } from './import-dataset.ts';
import { type DdiStudy, readDdi } from '../../../formats/ddi/read-ddi.ts';

/** A dataset described in DDI. */
export interface DdiImport {
  readonly collection: CollectionKey;
  readonly ddi: string;
  /** Identifier to keep, from any provider. */
  readonly persistentId?: string | null | undefined;
  readonly release?: boolean | null | undefined;
}

/** Reads a description in DDI into native JSON, for those who may import it. @throws DomainError MALFORMED_XML | BAD_USER_INPUT */
export const readDdiStudy = query({
  name: 'readDdiStudy',
  subject: (scope, input: DdiImport) => loadCollection(scope, input.collection),
  requires: 'Superuser',
  run: async ({ services }, _subject, { ddi }): Promise<DdiStudy> => readDdi(ddi, await services.blocks.refresh()),
});

/**
 * Takes over a dataset described in DDI, with the identifier given, else with the one in the description, which has to be managed
 * here, else with a new one. Source: datasets.md 4.4.
 * @throws DomainError MALFORMED_XML | PERSISTENT_ID_NOT_MANAGED, and whatever an import in native JSON is refused with.
 */
export const importDdi = composed({
  name: 'importDdi',
  of: [readDdiStudy, importDataset],
  run: async (context: CommandContext, sent: DdiImport): Promise<ImportOutcome> => {
    const { datasetVersion, persistentId, language } = await readDdiStudy(context, sent);
    const isGiven = (sent.persistentId ?? '').trim() !== '';
    const languages = context.services.settings.get(':MetadataLanguages') ?? [];
    return importDataset(
      context,
      {
        collection: sent.collection,
        datasetVersion,
        persistentId: isGiven ? sent.persistentId : persistentId,
        release: sent.release,
        fillsSubject: true,
        // The language of a description is no reason to refuse it.
        metadataLanguage: languages.some(({ locale }) => locale === language) ? language : null,
      },
      { manages: isGiven ? 'any party' : 'here, as described', mayMint: true },
    );
  },
});

import { z } from 'zod';
import { CliFailure, usageFailure } from '../failure.ts';
import { datasetReference } from '../references.ts';
import { serverAddress } from '../server-address.ts';
import type { CommonOptions, Session } from '../session.ts';
import { findInstallation, type FoundDataset, persistentIdIn } from './find-installation.ts';

const KNOWN = `query ($reference: DatasetReference!) { dataset(reference: $reference) { persistentId } }`;
const knownShape = z.object({ dataset: z.object({ persistentId: z.string() }).nullable() });

/** The server of the last login, where it shows a dataset with this identifier: a draft's leads nowhere else. */
async function atOwnServer(session: Session, persistentId: string): Promise<string | undefined> {
  try {
    const client = await session.client();
    const { dataset } = await client.ask(knownShape, KNOWN, { reference: datasetReference(persistentId) });
    return dataset === null ? undefined : client.server;
  } catch (error) {
    // Not logged in, not there, or no answer: the resolver is asked.
    if (error instanceof CliFailure) return undefined;
    throw error;
  }
}

/**
 * Where a dataset is: at the server that is named; without one, at that of the last login where it has the dataset, else where the
 * identifier leads.
 * @param typed A number, an identifier, or the address of a landing page @throws CliFailure
 */
export async function datasetPlace(
  session: Session,
  typed: string,
  { server, resolver }: CommonOptions & { readonly resolver?: string },
): Promise<{ readonly server: string; readonly dataset: string }> {
  const named = server ?? session.env['ARCHIVOLT_SERVER'];
  if (named !== undefined && named !== '') return { server: serverAddress(named), dataset: typed };
  if (/^[0-9]+$/.test(typed)) return { server: await session.server(), dataset: typed };
  const persistentId = persistentIdIn(typed);
  const own = persistentId === undefined ? undefined : await atOwnServer(session, persistentId);
  if (own !== undefined && persistentId !== undefined) return { server: own, dataset: persistentId };
  const found: FoundDataset = await findInstallation(typed, resolver ?? session.env['ARCHIVOLT_RESOLVER']);
  return { server: found.server, dataset: found.persistentId };
}

/** Where a collection is, of its alias or the address of its page. @throws CliFailure */
export async function collectionPlace(session: Session, typed: string): Promise<{ readonly server: string; readonly collection: string }> {
  if (!/^https?:\/\//i.test(typed)) return { server: await session.server(), collection: typed };
  const page = URL.canParse(typed) ? /^(.*)\/(?:collection|dataverse)\/([\w-]+)\/?$/.exec(new URL(typed).pathname) : null;
  if (page === null) {
    throw usageFailure(`"${typed}" is not the address of a collection, such as https://data.example.org/collection/physics.`);
  }
  return { server: `${new URL(typed).origin}${page[1] ?? ''}`, collection: page[2] ?? '' };
}

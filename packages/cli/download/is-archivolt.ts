import { createClient } from '../client.ts';
import { CliFailure } from '../failure.ts';

/** Whether a server speaks GraphQL as Archivolt does. @throws CliFailure when there is no answer */
export async function isArchivolt(server: string): Promise<boolean> {
  try {
    const { data } = await createClient(server, undefined).send('{ serverInfo { version } }');
    return data !== undefined && data !== null;
  } catch (error) {
    if (error instanceof CliFailure && error.code === 'NOT_A_REPOSITORY') return false;
    throw error;
  }
}

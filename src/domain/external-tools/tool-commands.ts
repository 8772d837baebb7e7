/** The registry of external tools. Source: users-admin.md 18.3. */
import { z } from 'zod';
import {
  countTools,
  deleteTool,
  type ExternalToolRow,
  findTool,
  insertTool,
  listTools,
} from '../../db/queries/external-tools/external-tools.ts';
import type { Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { type CommandContext, command, query, type Requirement, type Subject } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { toolManifest } from './tool-manifest.ts';

/** The whole list is given out at once. */
const MOST_TOOLS = 200;

/** @throws DomainError EXTERNAL_TOOL_NOT_FOUND */
export async function requireTool(db: Queryable, id: number): Promise<ExternalToolRow> {
  const tool = await findTool(db, id);
  if (tool === undefined) throw toolNotFound(id);
  return tool;
}

function toolNotFound(id: number): DomainError {
  return new DomainError('EXTERNAL_TOOL_NOT_FOUND', `There is no external tool with the id ${id}.`);
}

/** Tools are public; who asks as an administrator has to pass the gate. */
function reading({ administrative }: { readonly administrative: boolean }): Requirement {
  return administrative ? 'AdminGate' : 'Public';
}

/** All tools, by id. */
export const listExternalTools = query({
  name: 'listExternalTools',
  subject: noSubject,
  requires: (_subject, input: { readonly administrative: boolean }) => reading(input),
  run: ({ db }): Promise<ExternalToolRow[]> => listTools(db),
});

/** One tool. @throws DomainError EXTERNAL_TOOL_NOT_FOUND */
export const viewExternalTool = query({
  name: 'viewExternalTool',
  subject: noSubject,
  requires: (_subject, input: { readonly id: number; readonly administrative: boolean }) => reading(input),
  run: ({ db }, _subject, { id }): Promise<ExternalToolRow> => requireTool(db, id),
});

/** Tools are registered by superusers, and by those who pass the administrative gate, which need not be superusers. */
const registering = {
  subject: async ({ context }: { readonly context: CommandContext }): Promise<Subject & { readonly passesGate: boolean }> => ({
    ...(await noSubject()),
    passesGate: context.actor.passesAdminGate,
  }),
  requires: ({ passesGate }: { readonly passesGate: boolean }): Requirement => (passesGate ? 'AdminGate' : 'Superuser'),
};

/** Registers a tool. @throws DomainError BAD_USER_INPUT with every problem of the manifest */
export const addExternalTool = command({
  name: 'addExternalTool',
  input: toolManifest,
  ...registering,
  run: async ({ tx, note }, _subject, manifest): Promise<ExternalToolRow> => {
    if ((await countTools(tx)) >= MOST_TOOLS) {
      throw new DomainError('BAD_USER_INPUT', `There may be ${MOST_TOOLS} external tools; delete one that is not needed any more.`);
    }
    const tool = await insertTool(tx, { ...manifest, types: [...new Set(manifest.types)] });
    note({ id: tool.id, name: tool.displayName, url: tool.toolUrl });
    return tool;
  },
});

/** Takes a tool out of the registry. @throws DomainError EXTERNAL_TOOL_NOT_FOUND */
export const deleteExternalTool = command({
  name: 'deleteExternalTool',
  input: z.object({ id: z.int() }),
  ...registering,
  run: async ({ tx, note }, _subject, { id }): Promise<ExternalToolRow> => {
    const deleted = await deleteTool(tx, id);
    if (deleted === undefined) throw toolNotFound(id);
    note({ id, name: deleted.displayName });
    return deleted;
  },
});

/** This installation as harvesters see it. Source: exports.md 16.1. */
import { findOldestOaiStamp } from '../../db/queries/harvesting/oai-records.ts';
import { listOaiSets } from '../../db/queries/harvesting/oai-sets.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Exporter } from '../../formats/exports/exporter.ts';
import { exporters } from '../../formats/exports/exporters.ts';
import { type CommandContext, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';

/** A format as harvesters ask for it. */
export interface OaiFormat {
  readonly prefix: string;
  readonly schemaUrl: string;
  readonly namespace: string;
  /** Whether its texts are no XML and are put into an element. */
  readonly wrapped: boolean;
}

export interface OaiRepository {
  readonly enabled: boolean;
  readonly name: string;
  readonly baseUrl: string;
  readonly adminEmail: string;
  readonly earliestChange: () => Promise<Date>;
  readonly pageSize: number;
  readonly hasSets: () => Promise<boolean>;
  readonly formats: readonly OaiFormat[];
}

/** Records of a page where the setting does not say. */
const USUAL_PAGE = 100;
/** Largest page that the setting allows. */
export const LARGEST_OAI_PAGE = 250;

const harvestable = exporters.filter(({ isHarvestable }) => isHarvestable);

/** The element that texts in JSON are put into has a schema of its own, at this server. */
function oaiFormat({ name, xml }: Exporter, baseUrl: string): OaiFormat {
  if (xml === undefined) return { prefix: name, schemaUrl: `${baseUrl}/json.xsd`, namespace: `${baseUrl}/json`, wrapped: true };
  // Some formats name their namespace before the place of the schema.
  const schemaUrl = xml.schemaLocation.split(/\s+/).at(-1) ?? xml.schemaLocation;
  return { prefix: name, schemaUrl, namespace: xml.namespace, wrapped: false };
}

/** The format that harvesters ask for. @throws DomainError EXPORT_FAILED */
export function requireHarvestable(name: string): Exporter {
  const found = harvestable.find((exporter) => exporter.name === name);
  if (found !== undefined) return found;
  throw new DomainError('EXPORT_FAILED', `Export Failed: harvesters cannot ask for the format ${name.slice(0, 100)}.`, {
    problems: [{ pointer: '/format', message: `must be one of ${harvestable.map((exporter) => exporter.name).join(', ')}` }],
  });
}

function isOaiEnabled({ services }: Pick<CommandContext, 'services'>): boolean {
  return services.settings.get(':OAIServerEnabled') === true;
}

/** @throws DomainError OAI_SERVER_DISABLED */
export function requireOaiServer(context: Pick<CommandContext, 'services'>): void {
  if (isOaiEnabled(context)) return;
  throw new DomainError('OAI_SERVER_DISABLED', 'This installation is not harvested: the setting :OAIServerEnabled is not true.');
}

/** The address alone of `Name <address>`. */
function addressOf(mailbox: string): string {
  return /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;
}

/** The protocol asks for an address, so there is one even where none is configured: that which every mail server knows. Source: RFC 5321, 4.5.1. */
function adminEmail({ services }: CommandContext): string {
  const { settings, mail, installation } = services;
  const known = settings.get(':OAIServerAdminEmail') ?? settings.get(':SystemEmail') ?? mail.from;
  if (known !== undefined) return addressOf(known);
  const { hostname } = new URL(installation.siteUrl);
  return `postmaster@${/\.[^.\]]+$/.test(hostname) ? hostname : `${hostname.replace(/[^\w-]/g, '')}.invalid`}`;
}

/** What harvesters are told of this installation; public. Statements are sent for what is asked for. */
export const describeOaiRepository = query({
  name: 'describeOaiRepository',
  subject: noSubject,
  requires: 'Public',
  run: (context, _subject, _input: null): OaiRepository => {
    const { settings, installation } = context.services;
    const baseUrl = `${installation.siteUrl}/oai`;
    return {
      enabled: isOaiEnabled(context),
      name: settings.get(':OAIServerRepositoryName') ?? installation.name(),
      baseUrl,
      adminEmail: adminEmail(context),
      earliestChange: async () => {
        const oldest = await findOldestOaiStamp(context.db);
        return oldest === undefined ? new Date() : new Date(oldest / 1000);
      },
      pageSize: Math.min(settings.get(':OAIServerPageSize') ?? USUAL_PAGE, LARGEST_OAI_PAGE),
      hasSets: async () => (await listOaiSets(context.db)).length > 0,
      formats: harvestable.map((exporter) => oaiFormat(exporter, baseUrl)),
    };
  },
});

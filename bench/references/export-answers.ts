import type { Sql } from 'postgres';

/** The text of an export that is kept; undefined when there is none. */
export async function keptExport(sql: Sql, asked: string): Promise<string | undefined> {
  const [exporter = '', persistentId = ''] = asked.split(',');
  const [row] = await sql<{ text: string }[]>`
    select e.first_piece as text from dataset d join metadata_export e on e.dataset_id = d.id
    where lower(d.protocol || ':' || d.authority || d.separator || d.identifier) = lower(${persistentId}) and e.exporter = ${exporter}`;
  return row?.text;
}

interface PageRow {
  readonly dataset_id: number;
  readonly identifier: string;
  readonly deleted: boolean;
  readonly stamp_micros: string;
  readonly sets: readonly string[];
  readonly text: string | null;
}

/** A moment as the protocol writes it. */
const datestamp = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

/** Escaped as the content of an element. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function recordXml({ identifier, deleted, stamp_micros: micros, sets, text }: PageRow): string {
  const specs = sets.map((set) => `<setSpec>${escaped(set)}</setSpec>`).join('');
  const head = `<header${deleted ? ' status="deleted"' : ''}><identifier>${escaped(encodeURI(identifier))}</identifier><datestamp>${datestamp(new Date(Number(micros) / 1000))}</datestamp>${specs}</header>`;
  const metadata = text === null || deleted ? '' : `<metadata>${text.replace(/^<\?xml[^>]*\?>\s*/, '')}</metadata>`;
  return `<record>${head}${metadata}</record>`;
}

const PAGE = 100;

/** The first page of `ListRecords` as the measured server answers it, to the byte but for the resumption token. */
export async function keptPage(sql: Sql, exporter: string, baseUrl: string): Promise<string> {
  const rows = await sql<PageRow[]>`
    select r.dataset_id, r.identifier, r.deleted, r.stamp_micros, e.first_piece as text, array(
      select s.spec from oai_set_record x join oai_set s on s.id = x.set_id where x.dataset_id = r.dataset_id and x.member order by s.spec) as sets
    from oai_record r left join metadata_export e on e.dataset_id = r.dataset_id and e.exporter = ${exporter}
    where r.stamp_micros is not null order by r.stamp_micros, r.dataset_id limit ${PAGE + 1}`;
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const place = Buffer.from(JSON.stringify([exporter, last?.stamp_micros, last?.dataset_id])).toString('base64url');
  const token = rows.length > PAGE ? `<resumptionToken cursor="0">${place}</resumptionToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd"><responseDate>${datestamp(new Date())}</responseDate><request verb="ListRecords" metadataPrefix="${escaped(exporter)}">${escaped(baseUrl)}</request><ListRecords>${page.map(recordXml).join('')}${token}</ListRecords></OAI-PMH>`;
}

import { expect } from 'vitest';
import type { RestAnswer } from '../../support/rest-client.ts';
import { succeeded } from '../../support/seed.ts';
import type { ContractCase } from './contract-case.ts';
import type { ContractWorld } from './contract-world.ts';
import { withTable } from './data-tables.ts';
import { withFile } from './file-changes.ts';

const EDIT = 'files.editDdi';
const XML = { 'content-type': 'application/xml' };

/** Ids of the variables of the example, in their order. */
async function variablesOf(world: ContractWorld, file: number): Promise<readonly number[]> {
  const rows = await world.server.application.connection.sql<{ id: number }[]>`
    select id from data_variable where data_file_id = ${file} order by file_order`;
  return rows.map(({ id }) => id);
}

type Codebook = (ids: readonly number[]) => string;

const codebook = (content: string): string => `<codeBook xmlns="ddi:codebook:2_5"><dataDscr>${content}</dataDscr></codeBook>`;

async function send(world: ContractWorld, file: number, body: string): Promise<RestAnswer> {
  return world.callers.owner.rest.send(`/api/edit/${file}`, { method: 'PUT', raw: body, headers: XML });
}

async function described(world: ContractWorld, file: number): Promise<string> {
  return (await world.callers.owner.rest.get(`/api/access/datafile/${file}/metadata`)).body;
}

type Facts = Omit<ContractCase, 'row' | 'given' | 'holds'> & {
  readonly published?: true;
  /** Of the first variable. */
  readonly categories?: readonly object[];
  readonly holds?: (answer: RestAnswer, world: ContractWorld, file: number) => void | Promise<void>;
};

/** An edit of the example by its owner, after another one if there is one. */
function edits(write: Codebook, { published, categories, holds, ...facts }: Facts, before?: Codebook): ContractCase {
  let file = 0;
  return {
    row: EDIT,
    as: 'owner',
    ...facts,
    ...(holds === undefined ? {} : { holds: (answer: RestAnswer, world: ContractWorld) => holds(answer, world, file) }),
    given: async (world) => {
      file = await withTable(world, published);
      const ids = await variablesOf(world, file);
      if (categories !== undefined) {
        const { sql } = world.server.application.connection;
        await sql`update data_variable set categories = ${JSON.stringify(categories)}::text::jsonb where id = ${ids[0] ?? 0}`;
      }
      if (before !== undefined) succeeded(await send(world, file, before(ids)));
      return { path: [file], raw: write(ids), headers: XML };
    },
  };
}

function refused(shows: string, write: Codebook, message: RegExp): ContractCase {
  return edits(write, { shows, status: 400, errorCode: 'BAD_USER_INPUT', message });
}

const ALL: Codebook = ([name, pounds, species]) =>
  codebook(
    `<varGrp ID="VG1" var="v${species} v${name}"><labl>Who</labl></varGrp><var ID="v${pounds}" wgt="wgt" wgt-var="v${name}"><labl level="variable">Weight</labl>` +
      `<qstn><qstnLit>How heavy?</qstnLit><ivuInstr>Use scales</ivuInstr><postQTxt>Thanks</postQTxt></qstn><universe>\n all\npets </universe><notes>In pounds &amp; ounces</notes></var>`,
  );
const LABEL: Codebook = ([, pounds]) => codebook(`<var ID="v${pounds}"><labl level="variable">Weight</labl></var>`);
const NOTE: Codebook = ([name]) => codebook(`<var ID="v${name}"><notes>Nicknames</notes></var>`);

const UPDATED = { message: 'Updated' };
const UNCHANGED = { message: 'Nothing to update' };

/** What `dataTables` says of the variables, by their order. */
async function variableMetadata(world: ContractWorld, caller: 'guest' | 'owner', file: number): Promise<readonly unknown[]> {
  const answer = await world.callers[caller].rest.get(`/api/files/${file}/dataTables`);
  return [0, 1, 2].map((place) => answer.at(`data.0.dataVariables.${place}.variableMetadata`));
}

/** What the newest version says to have changed of variables. */
async function changedVariableMetadata(world: ContractWorld, file: number): Promise<unknown> {
  const { owner } = world.callers;
  const dataset = (await owner.rest.get(`/api/files/${file}?returnDatasetVersion=true`)).number('data.datasetVersion.datasetId');
  return (await owner.rest.get(`/api/datasets/${dataset}/versions/compareSummary`)).at('data.0.summary.files.changedVariableMetadata');
}

/** Cases of edits of variables. Source: files.md 9. */
export const variableEditCases: readonly ContractCase[] = [
  edits(ALL, {
    shows: 'stores all that a codebook can say, and shows it in the draft',
    status: 200,
    holds: async (answer, world, file) => {
      expect(answer.record('data')).toEqual(UPDATED);
      const [name, pounds, species] = await variablesOf(world, file);
      const text = await described(world, file);
      expect(text).toMatch(new RegExp(`<varGrp ID="VG\\d+" var="v${name} v${species}"><labl>Who</labl></varGrp>`));
      expect(text).toContain(`<var ID="v${pounds}" name="pounds" intrvl="discrete" wgt="wgt" wgt-var="v${name}">`);
      expect(text).toContain(
        '<labl level="variable">Weight</labl><qstn><qstnLit>How heavy?</qstnLit><ivuInstr>Use scales</ivuInstr><postQTxt>Thanks</postQTxt></qstn>',
      );
      expect(text).toContain('<universe>all pets</universe><sumStat');
      expect(text).toContain('</notes><notes>In pounds &amp; ounces</notes></var>');
      // What is shown can be sent back.
      expect((await send(world, file, text)).record('data')).toEqual(UNCHANGED);
    },
  }),
  edits(
    LABEL,
    {
      shows: 'makes all empty that a variable does not say any more',
      status: 200,
      holds: async (_answer, world, file) => {
        const text = await described(world, file);
        expect(text).toContain('<labl level="variable">Weight</labl><sumStat');
        expect(text).not.toMatch(/qstn|universe|wgt|varGrp|ounces/);
      },
    },
    ALL,
  ),
  edits(ALL, {
    shows: 'tells what is said beside the table, to those who may see the draft',
    published: true,
    status: 200,
    holds: async (_answer, world, file) => {
      const [name, pounds] = await variablesOf(world, file);
      const fileMetadataId = (await world.callers.owner.rest.get(`/api/files/${file}/metadata/draft`)).number('id');
      expect(await variableMetadata(world, 'owner', file)).toEqual([
        [],
        [
          {
            id: pounds,
            fileMetadataId,
            label: 'Weight',
            isWeightVar: true,
            isWeighted: true,
            weightVariableId: name,
            literalQuestion: 'How heavy?',
            interviewInstruction: 'Use scales',
            postQuestion: 'Thanks',
            universe: 'all pets',
            notes: 'In pounds & ounces',
            categoryMetadatas: [],
          },
        ],
        [],
      ]);
      expect(await variableMetadata(world, 'guest', file)).toEqual([[], [], []]);
    },
  }),
  edits(LABEL, {
    shows: 'is a change of the version, until it is taken back',
    published: true,
    status: 200,
    holds: async (_answer, world, file) => {
      expect(await changedVariableMetadata(world, file)).toBe(1);
      const ids = await variablesOf(world, file);
      succeeded(await send(world, file, codebook(`<var ID="v${ids[1]}"/>`)));
      expect(await changedVariableMetadata(world, file)).toBe(0);
      succeeded(await send(world, file, codebook(`<varGrp var="v${ids[1]}"><labl>One</labl></varGrp>`)));
      expect(await changedVariableMetadata(world, file)).toBe(1);
    },
  }),
  edits(
    NOTE,
    {
      shows: 'keeps what was said of variables that are not named',
      status: 200,
      holds: async (_answer, world, file) => {
        const text = await described(world, file);
        expect(text).toContain('<notes>Nicknames</notes>');
        expect(text).toContain('<labl level="variable">Weight</labl>');
      },
    },
    LABEL,
  ),
  edits(
    ([, pounds]) => codebook(`<var ID="v${pounds}"><labl level="variable"> </labl></var>`),
    {
      shows: 'shows the label of the table again in place of an empty one',
      status: 200,
      holds: async (_answer, world, file) => expect(await described(world, file)).toContain('<labl level="variable">pounds</labl>'),
    },
    LABEL,
  ),
  ...(
    [
      ['the same again', LABEL, LABEL],
      ['a body that names nothing', () => '<x/>', undefined],
      ['a label as in the table', ([, pounds]) => codebook(`<var ID="v${pounds}"><labl level="variable">pounds</labl></var>`), undefined],
    ] as const satisfies readonly (readonly [string, Codebook, Codebook | undefined])[]
  ).map(([what, write, before]) =>
    edits(
      write,
      { shows: `does nothing for ${what}`, status: 200, holds: (answer) => expect(answer.record('data')).toEqual(UNCHANGED) },
      before,
    ),
  ),
  edits(LABEL, {
    shows: 'makes a draft of a published version, which keeps what it says',
    published: true,
    status: 200,
    holds: async (_answer, world, file) => {
      const { owner, guest } = world.callers;
      const shown = async (): Promise<string> => (await guest.rest.get(`/api/access/datafile/${file}/metadata`)).body;
      expect(await described(world, file)).toContain('Weight');
      expect(await shown()).not.toContain('Weight');
      const [dataset] = await world.server.application.connection.sql<
        { id: number }[]
      >`select dataset_id as id from data_file where id = ${file}`;
      const path = `/api/datasets/${dataset?.id}`;
      succeeded(await owner.rest.delete(`${path}/versions/:draft`));
      expect(await described(world, file)).not.toContain('Weight');
      succeeded(await send(world, file, LABEL(await variablesOf(world, file))));
      succeeded(await owner.rest.post(`${path}/actions/:publish?type=minor`));
      expect(await shown()).toContain('Weight');
      const pid = (await owner.rest.get(path)).text('data.latestVersion.datasetPersistentId');
      for (const exporter of ['ddi', 'croissant', 'html']) {
        expect((await guest.rest.get(`/api/datasets/export?exporter=${exporter}&persistentId=${pid}`)).body).toContain('Weight');
      }
    },
  }),
  edits(() => '', { shows: 'refuses an empty body', status: 400, errorCode: 'MALFORMED_XML' }),
  edits(() => '<codeBook><var></codeBook>', { shows: 'refuses what is no XML', status: 400, errorCode: 'MALFORMED_XML' }),
  edits(() => '<!DOCTYPE x [<!ENTITY a "b">]><x/>', { shows: 'refuses a document type', status: 400, errorCode: 'MALFORMED_XML' }),
  refused('refuses a variable without an id', () => codebook('<var/>'), /var 1: ID/),
  refused('refuses an id of another form', () => codebook('<var ID="vabc"/>'), /var 1: ID/),
  refused('refuses an unknown variable', () => codebook('<var ID="v2000000000"/>'), /v2000000000/),
  refused('refuses a variable that is named twice', ([id]) => codebook(`<var ID="v${id}"/><var ID="v${id}"/>`), /once/),
  refused('refuses a weight of another table', ([id]) => codebook(`<var ID="v${id}" wgt-var="v2000000000"/>`), /wgt-var/),
  refused('refuses a weight of another form', ([id]) => codebook(`<var ID="v${id}" wgt-var="1"/>`), /wgt-var/),
  refused('refuses a group of unknown variables', () => codebook('<varGrp ID="VG1" var="v2000000000"/>'), /varGrp/),
  refused('refuses a group with an id of another form', () => codebook('<varGrp ID="1"/>'), /varGrp 1: ID/),
  refused('refuses a group that is named twice', () => codebook('<varGrp ID="VG1"/><varGrp ID="VG1"/>'), /once/),
  ...['', 'many'].map((frequency) =>
    refused(
      `refuses the weighted frequency ${JSON.stringify(frequency)}`,
      ([id]) =>
        codebook(`<var ID="v${id}"><catgry><catValu>1</catValu><catStat wgtd="wgtd" type="freq">${frequency}</catStat></catgry></var>`),
      /catStat must be a number/,
    ),
  ),
  refused(
    'refuses the weighted frequency of what is no category',
    ([id]) => codebook(`<var ID="v${id}"><catgry><catValu>1</catValu><catStat wgtd="wgtd" type="freq">2</catStat></catgry></var>`),
    /catValu/,
  ),
  refused('refuses a text without end', ([id]) => codebook(`<var ID="v${id}"><notes>${'x'.repeat(50_001)}</notes></var>`), /50000/),
  edits(([id]) => codebook(`<var ID="v${id}"><catgry><catValu>9</catValu><catStat wgtd="wgtd" type="freq">7.5</catStat></catgry></var>`), {
    shows: 'stores the weighted frequency of a category',
    categories: [{ value: '9', label: 'no answer', isMissing: true, frequency: 2 }],
    status: 200,
    holds: async (_answer, world, file) => {
      expect(await described(world, file)).toContain('<catStat type="freq">2</catStat><catStat wgtd="wgtd" type="freq">7.5</catStat>');
      expect((await variableMetadata(world, 'owner', file))[0]).toMatchObject([
        { categoryMetadatas: [{ wFreq: 7.5, categoryValue: '9' }] },
      ]);
    },
  }),
  {
    row: EDIT,
    shows: 'takes nothing but application/xml',
    as: 'owner',
    given: async (world) => ({ path: [await withTable(world)], raw: '<x/>', headers: { 'content-type': 'text/xml' } }),
    status: 415,
    errorCode: 'UNSUPPORTED_MEDIA_TYPE',
  },
  ...(['stranger', undefined] as const).map((as): ContractCase => ({
    row: EDIT,
    shows: `refuses ${as ?? 'guest'}s before it reads`,
    ...(as === undefined ? {} : { as }),
    given: async (world) => ({ path: [await withTable(world, true)], raw: '<x', headers: XML }),
    status: 401,
    errorCode: 'PERMISSION_DENIED',
  })),
  {
    row: EDIT,
    shows: 'refuses under a lock',
    as: 'owner',
    given: async (world) => {
      const { file, dataset } = await withFile(world);
      await world.lock(dataset, 'EditInProgress');
      return { path: [file], raw: '<x/>', headers: XML };
    },
    status: 403,
    errorCode: 'DATASET_LOCKED',
  },
  {
    row: EDIT,
    shows: 'refuses a table that the draft no longer has',
    as: 'owner',
    given: async (world) => {
      const file = await withTable(world, true);
      succeeded(await world.callers.owner.rest.delete(`/api/files/${file}`));
      return { path: [file], raw: '<x/>', headers: XML };
    },
    status: 400,
    errorCode: 'FILE_NOT_IN_VERSION',
  },
  {
    row: EDIT,
    shows: 'refuses a file that is no table',
    as: 'owner',
    given: async (world) => ({ path: [(await withFile(world)).file], raw: '<x/>', headers: XML }),
    status: 400,
    errorCode: 'FILE_NOT_TABULAR',
  },
  {
    row: EDIT,
    shows: 'finds no file of an unknown number',
    as: 'owner',
    given: () => ({ path: [987_654], raw: '<x/>', headers: XML }),
    status: 404,
    errorCode: 'FILE_NOT_FOUND',
  },
];

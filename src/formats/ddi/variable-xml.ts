/** A variable of a table in DDI Codebook. Source: exports.md 3.6, files.md 22.2. */
import { SUMMARY_STATISTICS } from '../../vocabulary/ingest.ts';
import type { VariableEdit, VariableGroup } from '../../model/tables/variable-edit.ts';
import type { InvalidRange, VariableCategory } from '../../model/tables/variable-facts.ts';
import type { ExportedVariable } from '../exports/exported-variable.ts';
import { element, leaf, wrapper, type XmlElement } from '../xml/xml-element.ts';

/** What DDI knows of the categories of formats beside dates and times is `other`, which says nothing. */
const FORMAT_CATEGORIES: ReadonlySet<string | null> = new Set(['date', 'time']);

function invalidXml(range: InvalidRange): XmlElement {
  if ('value' in range) return element('item', { VALUE: range.value });
  return element('range', { min: range.min ?? undefined, max: range.max ?? undefined });
}

/** Numbers by their size, before texts by their characters. */
function byValue(one: VariableCategory, other: VariableCategory): number {
  const [a, b] = [Number(one.value), Number(other.value)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  if (Number.isNaN(a) !== Number.isNaN(b)) return Number.isNaN(a) ? 1 : -1;
  return one.value < other.value ? -1 : 1;
}

function categoryXml({ value, label, isMissing, frequency }: VariableCategory, edit: VariableEdit | undefined): XmlElement {
  const weighted = edit?.weightedFrequencies.find((one) => one.value === value);
  return element(
    'catgry',
    { missing: isMissing ? 'Y' : undefined },
    leaf('catValu', value),
    label === '' ? undefined : leaf('labl', label, { level: 'category' }),
    frequency === null ? undefined : leaf('catStat', String(frequency), { type: 'freq' }),
    weighted === undefined ? undefined : leaf('catStat', String(weighted.frequency), { wgtd: 'wgtd', type: 'freq' }),
  );
}

/**
 * A variable of the table of a file. The type of the note with its fingerprint is not the same in all documents; an edited label takes the
 * place of that of the uploaded file.
 */
export function variableXml(fileId: number, variable: ExportedVariable, fingerprintType: 'VDC:UNF' | 'Dataverse:UNF'): XmlElement {
  const { id, name, label, format, formatCategory, formatType, decimalPoints, isOrderedCategorical, intervalType, unf } = variable;
  const ranges = variable.invalidRanges ?? [];
  const { statistics } = variable;
  const edit = variable.edit ?? undefined;
  const weight = edit?.weightVariableId ?? null;
  return element(
    'var',
    {
      ID: `v${id}`,
      name,
      dcml: decimalPoints === null ? undefined : String(decimalPoints),
      nature: isOrderedCategorical ? 'ordinal' : undefined,
      intrvl: intervalType === 'contin' ? 'contin' : 'discrete',
      wgt: edit?.isWeight === true ? 'wgt' : undefined,
      'wgt-var': weight === null ? undefined : `v${weight}`,
    },
    element('location', { fileid: `f${fileId}` }),
    label === null || label === '' ? undefined : leaf('labl', label, { level: 'variable' }),
    wrapper(
      'qstn',
      leaf('qstnLit', edit?.literalQuestion),
      leaf('ivuInstr', edit?.interviewInstruction),
      leaf('postQTxt', edit?.postQuestion),
    ),
    ranges.length === 0 ? undefined : element('invalrng', {}, ranges.map(invalidXml)),
    leaf('universe', edit?.universe),
    statistics === null ? undefined : SUMMARY_STATISTICS.map((type) => leaf('sumStat', statistics[type], { type })),
    (variable.categories ?? []).toSorted(byValue).map((category) => categoryXml(category, edit)),
    element('varFormat', {
      type: formatType === 'NUMERIC' ? 'numeric' : 'character',
      formatname: format ?? undefined,
      category: FORMAT_CATEGORIES.has(formatCategory) ? (formatCategory ?? undefined) : undefined,
    }),
    leaf('notes', unf, { subject: 'Universal Numeric Fingerprint', level: 'variable', type: fingerprintType }),
    leaf('notes', edit?.notes),
  );
}

/** A group of variables. */
export function groupXml({ number, label, variableIds }: VariableGroup): XmlElement {
  const members = variableIds.length === 0 ? undefined : variableIds.map((id) => `v${id}`).join(' ');
  return element('varGrp', { ID: `VG${number}`, var: members }, leaf('labl', label));
}

/** DDI Codebook 2.0 of one table with its variables, part by part. Source: files.md 22.2. */
import type { CitedWork } from '../citation/cited-work.ts';
import { plainCitation } from '../citation/plain-citation.ts';
import type { VariableGroup } from '../../model/tables/variable-edit.ts';
import type { ExportedFile, ExportedVariable } from '../exports/exported-variable.ts';
import { element, leaf, xmlAround, type XmlElement, xmlText } from '../xml/xml-element.ts';
import { tableXml } from './table-xml.ts';
import { groupXml, variableXml } from './variable-xml.ts';

/** Elements that can be left out. What names the study, and notes, cannot. */
const EXCLUDABLE: ReadonlySet<string> = new Set(['fileDscr', 'fileTxt', 'var', 'location', 'labl', 'sumStat', 'varFormat']);

/** Which elements are written, by their names. */
export interface ChosenElements {
  /** With any, only these two are written beside what names the study: `fileDscr` and `var`. */
  readonly included: readonly string[];
  readonly excluded: readonly string[];
}

function without(parent: XmlElement, names: ReadonlySet<string>): XmlElement {
  const kept = parent.children.filter((child) => typeof child === 'string' || !names.has(child.name));
  const children = kept.map((child) => (typeof child === 'string' ? child : without(child, names)));
  return { ...parent, children };
}

/** Writes those of some elements that were chosen. */
function writer({ included, excluded }: ChosenElements): (one: XmlElement) => string {
  const names = new Set(excluded.filter((name) => EXCLUDABLE.has(name)));
  return (one) => {
    if (names.has(one.name) || (included.length > 0 && !included.includes(one.name))) return '';
    return xmlText(names.size === 0 ? one : without(one, names));
  };
}

const { start, end } = xmlAround('codeBook', { xmlns: 'http://www.icpsr.umich.edu/DDI', version: '2.0' });

/** The beginning of the document, up to the first variable. */
export function documentHead(work: CitedWork, file: ExportedFile, groups: readonly VariableGroup[], chosen: ChosenElements): string {
  const { title, pid, authors } = work;
  const write = writer(chosen);
  const study = element(
    'stdyDscr',
    {},
    element(
      'citation',
      {},
      element(
        'titlStmt',
        {},
        leaf('titl', title),
        leaf('IDNo', `${pid.authority}${pid.separator}${pid.identifier}`, { agency: pid.protocol }),
      ),
      element('rspStmt', {}, authors.length === 0 ? undefined : leaf('AuthEnty', authors.join('; '))),
      leaf('biblCit', plainCitation(work)),
    ),
  );
  return `<?xml version='1.0' encoding='UTF-8'?>${start}${xmlText(study)}${write(tableXml(file))}<dataDscr>${groups.map((group) => write(groupXml(group))).join('')}`;
}

/** Some variables of the table. */
export function documentVariables(fileId: number, variables: readonly ExportedVariable[], chosen: ChosenElements): string {
  const write = writer(chosen);
  return variables.map((variable) => write(variableXml(fileId, variable, 'VDC:UNF'))).join('');
}

/** The end of the document, after the last variable. */
export const DOCUMENT_END = `</dataDscr>${end}`;

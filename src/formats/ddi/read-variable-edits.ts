/** Reads what a DDI codebook says of the variables of a table. Source: files.md 9. */
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { UNEDITED, type VariableEdit, type VariableGroup, type WeightedFrequency } from '../../model/tables/variable-edit.ts';
import { elementsAt, parseXml, type XmlElement } from '../xml/xml-tree.ts';

/** What was sent: edits by the ids of their variables, and groups, those that have no number yet without one. */
export interface SentEdits {
  readonly variables: ReadonlyMap<number, VariableEdit>;
  readonly groups: readonly SentGroup[];
}

export type SentGroup = Omit<VariableGroup, 'number'> & { readonly number: number | undefined };

/** What is only shown, and most of a codebook. */
const SHOWN: ReadonlySet<string> = new Set(['stdyDscr', 'docDscr', 'fileDscr', 'otherMat', 'location', 'sumStat', 'invalrng', 'varFormat']);
const LONGEST_TEXT = 50_000;
const NUMBER = /^\d{1,10}$/;
/** Of all groups together. */
const MOST_MEMBERS = 100_000;
/** The others are counted no more. */
const MOST_PROBLEMS = 100;

class EditReader {
  readonly #problems: Problem[] = [];
  #members = 0;

  complain(message: string): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ pointer: '/ddi', message });
  }

  /** @throws DomainError BAD_USER_INPUT with what was wrong */
  finish(): void {
    const [first] = this.#problems;
    if (first === undefined) return;
    throw new DomainError('BAD_USER_INPUT', `The variables cannot be edited as the DDI says: ${first.message}.`, {
      problems: this.#problems,
    });
  }

  /** The number behind the letters of an id. */
  id(text: string, letters: 'v' | 'VG', where: string): number | undefined {
    const number = text.startsWith(letters) && NUMBER.test(text.slice(letters.length)) ? Number(text.slice(letters.length)) : undefined;
    if (number !== undefined && number < 2 ** 31) return number;
    this.complain(`${where} must be ${letters} and a number; it is ${JSON.stringify(text.slice(0, 50))}`);
    return undefined;
  }

  text(element: XmlElement | undefined, where: string, change: (text: string) => string = (text) => text): string | null {
    if (element === undefined) return null;
    const text = change(rawText(element));
    if (text.length > LONGEST_TEXT) this.complain(`${where} must not be longer than ${LONGEST_TEXT} characters`);
    return text.trim() === '' ? null : text;
  }

  #frequencies(variable: XmlElement, where: string): WeightedFrequency[] {
    const found = new Map<string, number>();
    for (const category of elementsAt(variable, 'catgry')) {
      const [sent] = elementsAt(category, 'catStat').filter(
        ({ attributes }) => attributes.get('wgtd') === 'wgtd' && attributes.get('type') === 'freq',
      );
      const [valueElement] = elementsAt(category, 'catValu');
      if (sent === undefined) continue;
      const value = valueElement === undefined ? '' : rawText(valueElement).trim();
      const frequency = rawText(sent).trim();
      if (valueElement === undefined) this.complain(`${where}: catgry must have a catValu beside its weighted catStat`);
      else if (frequency === '' || !Number.isFinite(Number(frequency))) this.complain(`${where}: the weighted catStat must be a number`);
      else if (found.has(value)) this.complain(`${where}: catgry must name each value once`);
      else found.set(value, Number(frequency));
    }
    return [...found].map(([value, frequency]) => ({ value, frequency })).sort((one, other) => (one.value < other.value ? -1 : 1));
  }

  edit(variable: XmlElement, where: string): VariableEdit {
    const first = (path: string): XmlElement | undefined => elementsAt(variable, path)[0];
    const weight = variable.attributes.get('wgt-var');
    return {
      ...UNEDITED,
      label: this.text(
        elementsAt(variable, 'labl').find(({ attributes }) => attributes.get('level') === 'variable'),
        `${where}: labl`,
      ),
      isWeight: variable.attributes.get('wgt') === 'wgt',
      weightVariableId: weight === undefined ? null : (this.id(weight, 'v', `${where}: wgt-var`) ?? null),
      literalQuestion: this.text(first('qstn/qstnLit'), `${where}: qstnLit`),
      interviewInstruction: this.text(first('qstn/ivuInstr'), `${where}: ivuInstr`),
      postQuestion: this.text(first('qstn/postQTxt'), `${where}: postQTxt`),
      universe: this.text(first('universe'), `${where}: universe`, (text) => text.trim().replace(/\r\n|[\r\n]/g, ' ')),
      notes: this.text(
        elementsAt(variable, 'notes').find(({ attributes }) => !attributes.has('type')),
        `${where}: notes`,
      ),
      weightedFrequencies: this.#frequencies(variable, where),
    };
  }

  group(group: XmlElement, place: number): SentGroup {
    const where = `varGrp ${place}`;
    const id = group.attributes.get('ID');
    const members = (group.attributes.get('var') ?? '').split(/\s+/).filter((word) => word !== '');
    this.#members += members.length;
    if (this.#members > MOST_MEMBERS) this.complain(`${where}: groups must not have more than ${MOST_MEMBERS} variables in all`);
    const read = this.#members > MOST_MEMBERS ? [] : members;
    const variableIds = read.map((member) => this.id(member, 'v', `${where}: var`)).filter((member) => member !== undefined);
    return {
      number: id === undefined ? undefined : this.id(id, 'VG', `${where}: ID`),
      label: this.text(elementsAt(group, 'labl')[0], `${where}: labl`),
      variableIds: [...new Set(variableIds)].sort((one, other) => one - other),
    };
  }
}

function rawText({ children }: XmlElement): string {
  return children.map((child) => (typeof child === 'string' ? child : rawText(child))).join('');
}

/** Descriptions of data wherever they stand; one does not hold another. */
function describedData(element: XmlElement): XmlElement[] {
  if (element.name === 'dataDscr') return [element];
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : describedData(child)));
}

/** @throws DomainError MALFORMED_XML | BAD_USER_INPUT with everything that was wrong */
export async function readVariableEdits(ddi: string): Promise<SentEdits> {
  const root = await parseXml(ddi.replace(/^\uFEFF/, ''), { root: undefined, skipped: new Set(), skippedAnywhere: SHOWN });
  const reader = new EditReader();
  const described = describedData(root);
  const variables = new Map<number, VariableEdit>();
  for (const [index, variable] of described.flatMap((data) => elementsAt(data, 'var')).entries()) {
    const id = reader.id(variable.attributes.get('ID') ?? '', 'v', `var ${index + 1}: ID`);
    const edit = reader.edit(variable, `var ${index + 1}`);
    if (id === undefined) continue;
    if (variables.has(id)) reader.complain(`var ${index + 1}: ID must name each variable once`);
    variables.set(id, edit);
  }
  const groups = described.flatMap((data) => elementsAt(data, 'varGrp')).map((group, index) => reader.group(group, index + 1));
  const numbers = groups.map(({ number }) => number).filter((number) => number !== undefined);
  if (new Set(numbers).size < numbers.length) reader.complain('varGrp: ID must name each group once');
  reader.finish();
  return { variables, groups };
}

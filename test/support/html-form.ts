import { Parser } from 'htmlparser2';

/** A form as a browser would send it. */
export interface HtmlForm {
  readonly action: string;
  /** What it holds, in order. */
  readonly entries: URLSearchParams;
}

interface Open {
  readonly action: string;
  readonly entries: URLSearchParams;
}

/** The forms of a page with what is filled in; their buttons are left to the caller. */
export function formsOf(html: string): readonly HtmlForm[] {
  const forms: Open[] = [];
  let form: Open | undefined;
  let select: { name: string; value: string | undefined } | undefined;
  let area: { name: string; text: string } | undefined;
  const parser = new Parser({
    onopentag(name, { action = '', name: field, value = '', type = 'text', checked, selected }) {
      if (name === 'form') {
        form = { action, entries: new URLSearchParams() };
        forms.push(form);
      }
      if (name === 'select' && field !== undefined) select = { name: field, value: undefined };
      if (name === 'textarea' && field !== undefined) area = { name: field, text: '' };
      if (name === 'option' && select !== undefined && (select.value === undefined || selected !== undefined)) select.value = value;
      if (name !== 'input' || field === undefined || type === 'file') return;
      if ((type !== 'checkbox' && type !== 'radio') || checked !== undefined) {
        form?.entries.append(field, value === '' && type === 'checkbox' ? 'on' : value);
      }
    },
    ontext(text) {
      if (area !== undefined) area.text += text;
    },
    onclosetag(name) {
      if (name === 'form') form = undefined;
      if (name === 'select' && select !== undefined) {
        form?.entries.append(select.name, select.value ?? '');
        select = undefined;
      }
      if (name === 'textarea' && area !== undefined) {
        form?.entries.append(area.name, area.text);
        area = undefined;
      }
    },
  });
  parser.end(html);
  return forms;
}

/** The first form that is sent to a path. @throws Error without one */
export function formTo(html: string, path: string): HtmlForm {
  const found = formsOf(html).find(({ action }) => action.split('?')[0] === path);
  if (found === undefined) {
    throw new Error(`No form is sent to ${path}, on the page ${/<h1.*?<\/h1>/s.exec(html)?.[0] ?? html.slice(0, 300)}`);
  }
  return found;
}

/** The form of a new message to all visitors, with its texts by language. */
import { type ComponentChildren, h } from 'preact';
import { PAGE_LANGUAGES } from '../../messages/page-language.ts';
import type { Messages } from '../../messages/messages.ts';
import { type FormValues, valueOf } from '../../deposit/form-values.ts';
import { textField } from '../../deposit/text-field.ts';
import type { Told } from '../deeds.ts';
import { tickField } from '../tick-field.ts';

/** As many as a message may have; the form shows one more than were sent. */
const MOST_TEXTS = 200;

export interface TypedBanner {
  readonly dismissible: boolean;
  readonly texts: readonly { readonly language: string; readonly message: string }[];
}

/** A form without a message: one text for each language of the pages. */
export const BLANK_BANNER: TypedBanner = { dismissible: true, texts: PAGE_LANGUAGES.map((language) => ({ language, message: '' })) };

/** The texts that a form holds, in their order. */
export function textsIn(form: FormValues): TypedBanner['texts'] {
  const texts: { language: string; message: string }[] = [];
  while (texts.length <= MOST_TEXTS && form.has(`language-${texts.length}`)) {
    const place = texts.length;
    texts.push({ language: valueOf(form, `language-${place}`).trim(), message: valueOf(form, `message-${place}`) });
  }
  return texts;
}

export function bannerForm(action: string, { dismissible, texts }: TypedBanner, { faults }: Told, messages: Messages): ComponentChildren {
  const { banners: words } = messages.installation;
  return h(
    'form',
    { method: 'post', action },
    h('input', { type: 'hidden', name: 'does', value: 'add' }),
    texts.map(({ language, message }, place) =>
      h(
        'fieldset',
        null,
        h('legend', null, words.translation(place + 1)),
        textField({
          name: `language-${place}`,
          label: words.language,
          hint: words.languageHint,
          value: language,
          fault: faults?.get(`language-${place}`),
        }),
        textField({
          name: `message-${place}`,
          label: words.message,
          hint: words.messageHint,
          value: message,
          fault: faults?.get(`message-${place}`),
          isLong: true,
        }),
      ),
    ),
    tickField({ name: 'dismissible', label: words.mayHide, checked: dismissible }),
    h(
      'p',
      null,
      h('button', { type: 'submit', class: 'button' }, words.add),
      ' ',
      h('button', { type: 'submit', name: 'another', value: 'yes', class: 'button' }, words.another),
    ),
  );
}

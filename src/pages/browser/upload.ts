/**
 * Files in parts: with progress, resumed after a lost connection or a closed page, and compared by a checksum that is made here.
 * Without this script the form sends one file at a time.
 */
import { begunUploads } from './upload/begun-uploads.ts';
import { sizeTexts } from './upload/size-text.ts';
import { enhanceForm } from './upload/upload-form.ts';
import type { UploadWords } from './upload/upload-words.ts';

const form = document.getElementById('add-files');
if (form instanceof HTMLFormElement) {
  const { words = '{}', dataset = '' } = form.dataset;
  enhanceForm(form, {
    dataset,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the page, whose words are held to this type
    words: JSON.parse(words) as UploadWords,
    sizeText: sizeTexts(document.documentElement.lang),
    begun: begunUploads(() => localStorage, dataset),
  });
}

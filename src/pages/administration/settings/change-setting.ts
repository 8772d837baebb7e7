/** What the page of a setting answers, and its forms. */
import {
  type PageDefinedSettingFragment,
  PageDeleteSettingDocument,
  PageOfSettingDocument,
  PageSetSettingDocument,
} from '../../../generated/page-operations.ts';
import { mendableError } from '../../deposit/deposit-call.ts';
import { formFaults } from '../../deposit/form-faults.ts';
import { valueOf } from '../../deposit/form-values.ts';
import type { AdministrationAnswer, AdministrationAnswerer, AdministrationCall } from '../administration-call.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { settingPage, type SettingTold } from './setting-page.ts';
import { PageRefusal } from '../../page-refusal.ts';

const LONGEST_NAME = 100;

/** @throws DomainError NOT_FOUND */
async function requireSetting({ run, messages }: AdministrationCall, name: string): Promise<PageDefinedSettingFragment> {
  const { settingDefinition } = name.length > LONGEST_NAME ? { settingDefinition: null } : await run(PageOfSettingDocument, { name });
  if (settingDefinition === null) throw new PageRefusal('NOT_FOUND', messages.settings.noSuch);
  return settingDefinition;
}

async function shown(call: AdministrationCall, name: string, told: SettingTold = {}): Promise<AdministrationAnswer> {
  return { page: settingPage(await requireSetting(call, name), call.messages, told) };
}

export const shownSetting: AdministrationAnswerer = (call) => shown(call, call.query['name'] ?? '', { done: call.query['done'] });

/** Ids of the controls of the form that was sent: a page has the form once for each language. */
function controlOf(form: AdministrationCall['form'], field: string | null): string | null {
  if (field !== 'value') return field;
  if (form.has('another')) return 'another-value';
  return form.has('language') ? `${valueOf(form, 'language')}-value` : 'value';
}

export const changeSetting: AdministrationAnswerer = async (call) => {
  const { form, run, messages } = call;
  const name = valueOf(form, 'name');
  const language = form.has('language') ? valueOf(form, 'language').trim() : null;
  const value = valueOf(form, 'value');
  const resets = valueOf(form, 'does') === 'reset';
  // A form that names no setting of ours is told so before anything is written.
  await requireSetting(call, name);
  try {
    if (resets) await run(PageDeleteSettingDocument, { input: { name, language } });
    else await run(PageSetSettingDocument, { input: { name, language, value } });
  } catch (error) {
    const { settings: words } = messages;
    const mendable = mendableError(error);
    const { items, faults } = formFaults(mendable, { value: words.value, language: words.language });
    const placed = items.map(({ controlId, text }) => ({ controlId: controlOf(form, controlId), text }));
    return shown(call, name, { items: placed, faults, typed: { language, value }, status: mendable.status });
  }
  return { location: paths.setting(name, resets ? 'reset' : 'saved') };
};

/** Buttons that change a form and are answered with the form: that part alone is put in place, so that nobody loses their place. */
type FormButton = HTMLButtonElement | HTMLInputElement;

async function changeRepetitions(form: HTMLFormElement, button: FormButton): Promise<void> {
  const fields = [...new FormData(form, button)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const body = new URLSearchParams(fields);
  const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'text/html' }, redirect: 'manual' });
  if (answer.status !== 200) throw new Error(String(answer.status));
  const shown = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const group = button.closest('fieldset:not(.row)');
  const fresh = group === null ? null : shown.getElementById(group.id);
  if (group === null || fresh === null) throw new Error('The answer has no such group.');
  const rows = [...group.querySelectorAll(':scope > .row')];
  const at = rows.findIndex((row) => row === button.closest('.row'));
  group.replaceWith(document.adoptNode(fresh));
  const remaining = fresh.querySelectorAll(':scope > .row');
  const row = button.name === 'add' ? remaining[remaining.length - 1] : remaining[Math.min(at, remaining.length - 1)];
  row?.querySelector<HTMLElement>('input, textarea, select')?.focus();
}

export function listenToRepetitions(): void {
  document.addEventListener('submit', (event) => {
    const { target: form, submitter: button } = event;
    if (!(form instanceof HTMLFormElement) || !('repeats' in form.dataset)) return;
    if (!(button instanceof HTMLButtonElement || button instanceof HTMLInputElement)) return;
    if (button.name !== 'add' && button.name !== 'remove') return;
    event.preventDefault();
    // The whole page, as without scripts; a form that is sent by a script sends no button with it.
    changeRepetitions(form, button).catch(() => {
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: button.name, value: button.value }));
      form.submit();
    });
  });
}

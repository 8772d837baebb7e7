// Forms of depositing, more comfortable: without this file they do the same by showing the page anew.

/** Buttons that change a form and are answered with the form: that part alone is put in place, so that nobody loses their place. */
document.addEventListener('submit', (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!(form instanceof HTMLFormElement) || !('repeats' in form.dataset) || (button?.name !== 'add' && button?.name !== 'remove')) return;
  event.preventDefault();
  changeRepetitions(form, button).catch(() => form.submit(button));
});

async function changeRepetitions(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'text/html' }, redirect: 'manual' });
  if (answer.status !== 200) throw new Error(String(answer.status));
  const shown = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const group = button.closest('fieldset:not(.row)');
  const fresh = shown.getElementById(group.id);
  const rows = group.querySelectorAll(':scope > .row');
  const at = [...rows].indexOf(button.closest('.row'));
  if (fresh === null) throw new Error('The answer has no such group.');
  group.replaceWith(document.adoptNode(fresh));
  const remaining = fresh.querySelectorAll(':scope > .row');
  const row = button.name === 'add' ? remaining[remaining.length - 1] : remaining[Math.min(at, remaining.length - 1)];
  row?.querySelector('input, textarea, select')?.focus();
}

// Whoever sent a form with faults begins at the list of them.
document.getElementById('error-summary')?.focus();

/** Fields in parts of the page that are folded are opened before they are gone to. */
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('#error-summary a') : null;
  if (link === null) return;
  const control = document.getElementById(decodeURI(link.hash.slice(1)));
  if (control === null) return;
  event.preventDefault();
  for (let at = control.parentElement; at !== null; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  control.focus();
  control.scrollIntoView({ block: 'center' });
});

/** While a job holds the dataset, its state is asked for; the whole page is shown anew when it has ended. */
async function watchLocks() {
  const locks = document.querySelector('#locks[data-waits]');
  if (locks === null) return;
  await new Promise((resolve) => setTimeout(resolve, 2000));
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('locks');
    if (answer.ok && fresh !== null) {
      if (!('waits' in fresh.dataset)) {
        location.reload();
        return;
      }
      if (fresh.textContent !== locks.textContent) locks.replaceWith(document.adoptNode(fresh));
    }
  } catch {
    // The server may be away for a moment.
  }
  await watchLocks();
}
await watchLocks();

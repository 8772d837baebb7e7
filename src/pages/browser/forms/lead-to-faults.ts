/** The list of what is wrong with a form, and the ways from there to the fields. */
export function leadToFaults(): void {
  // Whoever sent a form with faults begins at the list of them.
  document.getElementById('error-summary')?.focus();

  // Fields in parts of the page that are folded are opened before they are gone to.
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('#error-summary a') : null;
    if (link === null) return;
    const control = document.getElementById(decodeURI(link.hash.slice(1)));
    if (control === null) return;
    event.preventDefault();
    for (let at = control.parentElement; at !== null; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
    control.focus();
    control.scrollIntoView({ block: 'center' });
  });
}

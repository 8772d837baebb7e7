/** What GraphiQL leaves unsaid to programs that read pages out. */

const EDITORS = [
  ['.graphiql-query-editor', 'Operation'],
  ['.graphiql-editor-tool .graphiql-editor:nth-child(1)', 'Variables'],
  ['.graphiql-editor-tool .graphiql-editor:nth-child(2)', 'Headers'],
  ['.graphiql-response', 'Result'],
] as const;

function nameEditors(explorer: Element): void {
  for (const [place, name] of EDITORS) {
    for (const field of explorer.querySelectorAll(`${place} .CodeMirror textarea:not([aria-label])`)) {
      field.setAttribute('aria-label', name);
    }
  }
  // What scrolls can be reached by the keyboard.
  for (const scrolled of explorer.querySelectorAll<HTMLElement>('.CodeMirror-scroll[tabindex="-1"]')) scrolled.tabIndex = 0;
}

/** A tab of the explorer has buttons in it, which a tab must not have: they are a group of buttons, each of which says whether its tab is open. */
function nameTabs(explorer: Element): void {
  for (const list of explorer.querySelectorAll('.graphiql-tabs:not([role="group"])')) list.setAttribute('role', 'group');
  for (const tab of explorer.querySelectorAll('.graphiql-tab:is([aria-selected], :not([role="none"]))')) {
    tab.querySelector('.graphiql-tab-button')?.setAttribute('aria-current', tab.getAttribute('aria-selected') ?? 'false');
    tab.removeAttribute('aria-selected');
    tab.setAttribute('role', 'none');
  }
}

/** Gives editors and tabs their names, also those that come after the page. */
export function keepNamed(explorer: Element): void {
  new MutationObserver(() => {
    nameEditors(explorer);
    nameTabs(explorer);
  }).observe(explorer, { childList: true, subtree: true, attributes: true, attributeFilter: ['aria-selected', 'role'] });
}

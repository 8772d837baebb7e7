/** While a job holds the dataset, its state is asked for; the whole page is shown anew when it has ended. */
export async function watchLocks(): Promise<void> {
  for (;;) {
    const locks = document.querySelector('#locks[data-waits]');
    if (locks === null) return;
    await new Promise((resolve) => setTimeout(resolve, 2000));
    try {
      const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('locks');
      if (!answer.ok || fresh === null) continue;
      if (!('waits' in fresh.dataset)) {
        location.reload();
        return;
      }
      if (fresh.textContent !== locks.textContent) locks.replaceWith(document.adoptNode(fresh));
    } catch {
      // The server may be away for a moment.
    }
  }
}

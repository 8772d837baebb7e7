/** Shows the list of files as it is now. */
export async function refreshList(dataset: string): Promise<void> {
  const answer = await fetch(`${location.pathname}?persistentId=${encodeURIComponent(dataset)}`, { headers: { Accept: 'text/html' } });
  const shown = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const id of ['files', 'locks']) {
    const [old, fresh] = [document.getElementById(id), shown.getElementById(id)];
    if (answer.ok && old !== null && fresh !== null) old.replaceWith(document.adoptNode(fresh));
  }
  // What is being read as a table has another name and size afterwards.
  if (document.querySelector('#locks[data-waits]') !== null) setTimeout(() => void refreshList(dataset).catch(() => {}), 2000);
}

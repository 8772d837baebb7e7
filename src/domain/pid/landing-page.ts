/** Page that a registered identifier leads to. Source: datasets.md 12.2. */
export function landingPage(siteUrl: string, persistentId: string): string {
  const value = encodeURIComponent(persistentId).replaceAll('%3A', ':').replaceAll('%2F', '/');
  return `${siteUrl}/dataset.xhtml?persistentId=${value}`;
}

import type { DomainServices } from '../../kernel/services.ts';
import { describeTombstone } from '../../formats/datacite/describe-dataset.ts';
import { landingPage } from '../../model/landing-page.ts';
import { type PersistentIdParts, persistentIdText } from '../../model/persistent-id.ts';

/**
 * Gives an identifier that a dataset no longer has back to its provider, as long as it is not public: a public one goes on leading to the
 * dataset, which is still found by it. @throws Error that the provider raised. Source: datasets.md 12.3.
 */
export async function giveBackPid({ pids }: Pick<DomainServices, 'pids'>, pid: PersistentIdParts): Promise<void> {
  const provider = pids.find(pid);
  if (provider === undefined || provider.registersAtOnce) return;
  if ((await provider.lookup(pid))?.state === 'draft') await provider.remove(pid);
}

/**
 * Tells the provider that the dataset, or file, of an identifier is gone for good: one that was never public is given back, another one stays
 * and leads to a tombstone. Nothing is done for an identifier that no provider of this installation manages, or that its provider
 * does not know. @throws Error that the provider raised. Source: datasets.md 8, 12.2.
 */
export async function abandonPid(
  services: Pick<DomainServices, 'pids' | 'installation'>,
  pid: PersistentIdParts,
  page = landingPage,
): Promise<void> {
  const provider = services.pids.find(pid);
  if (provider === undefined || provider.registersAtOnce) return;
  const known = await provider.lookup(pid);
  if (known === undefined) return;
  if (known.state === 'draft' && (await provider.remove(pid))) return;
  const { siteUrl } = services.installation;
  await provider.hide({
    pid,
    targetUrl: page(siteUrl, persistentIdText(pid)),
    metadata: describeTombstone(services.installation.name()),
  });
}

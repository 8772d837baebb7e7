import { type ComponentChildren, h } from 'preact';
import { webAddress } from './addresses.ts';
import { section } from './frame.ts';
import { messagesOf } from './messages/messages.ts';
import type { MetadataReader, Repetition } from './metadata-reader.ts';
import { richText } from './rich-text.ts';

/** Addresses that resolve identifiers of a scheme. Source: identifiers.org; the schemes of the field `publicationIDType`. */
const RESOLVERS: Readonly<Record<string, string>> = {
  arXiv: 'https://arxiv.org/abs/',
  doi: 'https://doi.org/',
  handle: 'https://hdl.handle.net/',
  pmid: 'https://pubmed.ncbi.nlm.nih.gov/',
};

/** Where a work can be read: at its own address, else at that of its identifier. */
function addressOf({
  publicationURL: url = '',
  publicationIDType: scheme = '',
  publicationIDNumber: number = '',
}: Repetition): string | undefined {
  const own = webAddress(url);
  if (own !== undefined) return own;
  const bare = number.trim().replace(/^(?:doi|hdl|arxiv|pmid):/i, '');
  const given = webAddress(bare);
  if (given !== undefined) return given;
  const resolver = Object.hasOwn(RESOLVERS, scheme) ? RESOLVERS[scheme] : undefined;
  return resolver === undefined || bare === '' ? undefined : resolver + encodeURI(bare);
}

function work(repetition: Repetition): ComponentChildren {
  const { relations } = messagesOf().reader;
  const { publicationCitation: citation, publicationRelationType: relation = '', publicationIDNumber: number } = repetition;
  const address = addressOf(repetition);
  const name = citation ?? number ?? address;
  if (name === undefined) return null;
  return h(
    'li',
    null,
    Object.hasOwn(relations, relation) ? h('p', { class: 'quiet' }, relations[relation]) : null,
    citation === undefined ? null : richText(citation),
    address === undefined
      ? citation === undefined
        ? h('p', { dir: 'auto' }, name)
        : null
      : h('p', null, h('a', { href: address, rel: 'nofollow ugc', dir: 'auto' }, number ?? address)),
  );
}

/** Works that belong to a version, as its authors named them. */
export function relatedSection(metadata: MetadataReader): ComponentChildren {
  const works = metadata
    .repetitions('publication')
    .map(work)
    .filter((item) => item !== null);
  const others = [...metadata.texts('relatedDatasets'), ...metadata.texts('relatedMaterial')].map((text) => h('li', null, richText(text)));
  if (works.length + others.length === 0) return null;
  return section('related', messagesOf().reader.parts.related, h('ul', { class: 'list' }, works, others));
}

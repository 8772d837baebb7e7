import { DomainError } from '../errors/domain-error.ts';

/** JSON-LD by the names that clients use. Source: datasets.md 14.4. */
export const JSON_LD_TYPES = ['application/ld+json', 'application/json-ld'] as const;

/** The ordinary form of an answer. */
const ORDINARY = 'application/json';

/** Weight of a media type in an `Accept`, 0 to 1; undefined when the header does not name it. Source: RFC 9110, 12.4.2, 12.5.1. */
function weightIn(accept: string, type: string): number | undefined {
  for (const range of accept.split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return undefined;
}

/** The alternative that a client prefers to the ordinary form, by name; undefined for the ordinary one. */
export function preferredForm(
  accept: string | undefined,
  alternatives: readonly string[],
  ordinaryForm: string = ORDINARY,
): string | undefined {
  if (accept === undefined) return undefined;
  const ordinary = weightIn(accept, ordinaryForm) ?? 0;
  const weights = alternatives.map((type) => ({ type, weight: weightIn(accept, type) ?? 0 }));
  const [best] = weights.toSorted((one, other) => other.weight - one.weight);
  return best !== undefined && best.weight > ordinary ? best.type : undefined;
}

/** @throws DomainError NOT_ACCEPTABLE when a client accepts none of the forms that there are */
export function requireAcceptable(accept: string | undefined, forms: readonly string[]): void {
  if (accept === undefined || accept.trim() === '') return;
  const accepted = forms.some((form) => {
    const ranges = [form, `${form.split('/')[0] ?? ''}/*`, '*/*'];
    // The most exact one that is named decides. Source: RFC 9110, 12.5.1.
    return (ranges.map((range) => weightIn(accept, range)).find((weight) => weight !== undefined) ?? 0) > 0;
  });
  if (!accepted) throw new DomainError('NOT_ACCEPTABLE', `This is answered as ${forms.join(' or ')}.`);
}

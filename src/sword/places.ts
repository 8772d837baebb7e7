/** What can be done at each place of the interface. */
import { DomainError } from '../errors/domain-error.ts';
import { createDataset, listDatasets, publishCollection, serviceDocument } from './collections.ts';
import { deleteDraft, publishDataset, replaceDescription, viewDataset } from './datasets.ts';
import { addFiles, deleteFile } from './files.ts';
import { statement } from './statements.ts';
import type { SwordAnswer, SwordCall } from './sword-call.ts';
import type { SwordTarget } from './sword-path.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Handler = (call: SwordCall) => Promise<SwordAnswer>;

/**
 * Publishes what is complete. The header is insisted on: a client that means something else by an empty POST must not publish.
 * Source: SWORD 2.0, 9.3.
 */
function whenComplete(publish: Handler): Handler {
  return (call) => {
    const { 'in-progress': inProgress, 'content-length': length, 'transfer-encoding': encoding } = call.request.headers;
    if (encoding !== undefined || Number(length ?? 0) > 0) {
      throw new DomainError('METHOD_NOT_ALLOWED', 'Nothing is added by POST here: replace the description by PUT, and add files as a zip.');
    }
    if (String(inProgress).toLowerCase() === 'false') return publish(call);
    throw new DomainError('BAD_USER_INPUT', 'To publish, send the header In-Progress: false and no body.', {
      problems: [{ pointer: '/header/In-Progress', message: 'must be false' }],
    });
  };
}

const places: Readonly<Record<string, Readonly<Partial<Record<Method, Handler>>>>> = {
  'service-document': { GET: serviceDocument },
  'collection/dataverse': { GET: listDatasets, POST: createDataset },
  'edit/dataverse': { POST: whenComplete(publishCollection) },
  'edit/study': { GET: viewDataset, PUT: replaceDescription, POST: whenComplete(publishDataset), DELETE: deleteDraft },
  'edit-media/study': { POST: addFiles },
  'edit-media/file': { DELETE: deleteFile },
  'statement/study': { GET: statement },
};

function isMethod(method: string): method is Method {
  return ['GET', 'POST', 'PUT', 'DELETE'].includes(method);
}

/** What is done at a place by each method. @throws DomainError NOT_FOUND for an unknown place */
export function methodsAt({ place }: SwordTarget): { readonly allow: string; readonly handlerOf: (method: string) => Handler | undefined } {
  const methods = Object.hasOwn(places, place) ? places[place] : undefined;
  if (methods === undefined) throw new DomainError('NOT_FOUND', `The deposit interface has no ${place}.`);
  return {
    allow: [...Object.keys(methods), ...('GET' in methods ? ['HEAD'] : [])].join(', '),
    handlerOf(sent) {
      const method = sent === 'HEAD' ? 'GET' : sent;
      return isMethod(method) ? methods[method] : undefined;
    },
  };
}

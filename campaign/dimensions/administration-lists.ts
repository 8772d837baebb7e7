/** Lists that operators keep: messages to all visitors, storage sites, copies in archives, processed months. */
import type { Dimension, HostileRequest } from '../dimension.ts';
import { jsonRequest } from './graphql-request.ts';

const BANNER = '/api/admin/bannerMessage';
const SITE = { hostname: 'copies.example.org', name: 'Copies', primaryStorage: false, transferProtocols: 'rsync' };

const banner = (messageTexts: unknown) => JSON.stringify({ dismissibleByUser: 'true', messageTexts });

/** By name: the largest size, and the request of a size. */
const requests: Readonly<Record<string, readonly [largest: number, of: (size: number) => HostileRequest]>> = {
  'texts of a message': [
    100_000,
    (n) => jsonRequest('POST', BANNER, banner(Array.from({ length: n / 4 }, () => ({ lang: 'en', message: 'x' })))),
  ],
  'languages without a name': [
    100_000,
    (n) => jsonRequest('POST', BANNER, banner(Array.from({ length: n / 4 }, (_, at) => ({ lang: `x${at}`, message: '' })))),
  ],
  'a long message': [1_000_000, (n) => jsonRequest('POST', BANNER, banner([{ lang: 'en', message: 'x'.repeat(n) }]))],
  'blanks as a message': [1_000_000, (n) => jsonRequest('POST', BANNER, banner([{ lang: 'en', message: ' '.repeat(n) }]))],
  'the language of a list': [14_000, (n) => ({ path: `${BANNER}?lang=${'x'.repeat(n)}` })],
  'the host of a site': [
    1_000_000,
    (n) => jsonRequest('POST', '/api/admin/storageSites', JSON.stringify({ ...SITE, hostname: `${'a.-'.repeat(n / 4)} ` })),
  ],
  'protocols of a site': [
    1_000_000,
    (n) => jsonRequest('POST', '/api/admin/storageSites', JSON.stringify({ ...SITE, transferProtocols: 'rsync,'.repeat(n / 4) })),
  ],
  'a month': [14_000, (n) => ({ method: 'POST', path: `/api/admin/makeDataCount/${'2'.repeat(n)}/processingState?state=NEW` })],
  'the path of a report of usage': [
    14_000,
    (n) => ({ method: 'POST', path: `/api/admin/makeDataCount/addUsageMetricsFromSushiReport?reportOnDisk=${'/..'.repeat(n / 4)}` }),
  ],
  'a piece of pages': [14_000, (n) => ({ path: `/api/info/settings/customization/${'x'.repeat(n)}` })],
  'a version in an archive': [14_000, (n) => ({ path: `/api/datasets/1/${'1'.repeat(n)}/archivalStatus` })],
  'what an archive tells': [
    1_000_000,
    (n) => jsonRequest('PUT', '/api/datasets/1/1.0/archivalStatus', JSON.stringify({ status: 'success', message: 'x'.repeat(n) })),
  ],
};

export const administrationListDimensions: readonly Dimension[] = Object.entries(requests).map(([name, [largest, of]]): Dimension => ({
  name: `administration: ${name}`,
  as: 'superuser',
  sizes: [64, largest],
  requests: of,
}));

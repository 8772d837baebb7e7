/** Endpoints that clients of Dataverse were seen to call, in their words: each has a row, and a case in which it does what it is there for. */
import { expect, test } from 'vitest';
import { dataverse } from '../../src/rest-compat/dialects/dataverse.ts';
import { pathInDialect } from '../../src/rest-compat/dialects/dialect.ts';
import { routeTable } from '../../src/rest-compat/route-table.ts';
import { allCases } from './cases/all-cases.ts';

const CALLED = `
GET POST /api/admin/{id}/registerDataFile
GET /api/files/{id}/dataTables
GET /api/builtin-users/{name}/api-token
GET /api/access/datafile/{id}/metadata
GET /api/access/datafile/{id}/metadata/ddi
GET /api/info/exportFormats
GET /api/info/settings/customization/{type}
GET POST PUT DELETE /api/dataverses/{id}/featuredItems
PUT DELETE /api/dataverseFeaturedItems/{id}
GET /api/access/dataverseFeaturedItemImage/{id}
GET POST /api/dataverses/{id}/templates
GET DELETE /api/dataverses/{id}/template
POST /api/dataverses/{id}/template/default/{templateId}
DELETE /api/dataverses/{id}/template/default
GET /api/admin/templates
GET /api/admin/templates/{alias}
DELETE /api/admin/template/{id}
GET POST /api/guestbooks/{id}
GET /api/guestbooks/{id}/list
PUT /api/guestbooks/{id}/{guestbookId}/enabled
PUT DELETE /api/datasets/{id}/guestbook
GET PUT DELETE /api/datasets/{id}/guestbookEntryAtRequest
GET /api/dataverses/{id}/guestbookResponses
POST /api/access/datafile/{id}
POST /api/access/datafiles/{ids}
POST /api/access/dataset/{id}
PUT /api/access/datafile/{id}/requestAccess
GET POST /api/externalTools
GET DELETE /api/externalTools/{id}
GET POST /api/admin/externalTools
GET DELETE /api/admin/externalTools/{id}
POST /api/datasets/{id}/externalTool/{toolId}/toolUrl
POST /api/files/{id}/externalTool/{toolId}/toolUrl
POST /api/sendfeedback
POST /api/admin/feedback
GET /api/users/{identifier}/traces
GET /api/users/{identifier}/traces/{element}
POST /api/admin/authenticatedUsers/{identifier}/deactivate
POST /api/admin/authenticatedUsers/id/{identifier}/deactivate
POST /api/users/{identifier}/removeRoles
GET /api/users/{identifier}/allowedCollections/{permission}
GET /api/dataverses/{id}/allowedMetadataLanguages
PUT /api/dataverses/{id}/allowedMetadataLanguages/{lang}
GET /api/datasets/{id}/dirindex
GET /api/datasets/{id}/logo
GET POST DELETE /api/datasets/{id}/thumbnail
POST /api/datasets/{id}/thumbnail/{fileId}
GET /api/datasets/{id}/thumbnail/candidates
GET /api/dataverses/{id}/logo
GET /api/access/dvCardImage/{id}
GET /api/admin/datafiles/auditFiles
GET PUT DELETE /api/datasets/{id}/{version}/archivalStatus
GET POST /api/admin/bannerMessage
PUT /api/admin/bannerMessage/{id}/deactivate
DELETE /api/admin/bannerMessage/{id}
POST /api/admin/requestSignedUrl
POST /api/logout
POST /api/admin/validatePassword
GET POST /api/admin/storageSites
GET DELETE /api/admin/storageSites/{id}
PUT /api/admin/storageSites/{id}/primaryStorage
POST /api/admin/makeDataCount/addUsageMetricsFromSushiReport
POST /api/admin/makeDataCount/{id}/addUsageMetricsFromSushiReport
POST /api/admin/makeDataCount/{id}/updateCitationsForDataset
GET POST DELETE /api/admin/makeDataCount/{yyyymm}/processingState
GET /api/datasets/{id}/makeDataCount/{metric}
POST PUT /api/users/{oldIdentifier}/changeIdentifier/{newIdentifier}
GET /api/dataverses/{id}/{type}/linkingDataverses
GET /api/dataverses/{id}/links
GET /api/dataverses/{id}/roles
GET /api/info/version
`;

const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');
const called = CALLED.trim()
  .split('\n')
  .flatMap((line) => {
    const words = line.split(' ');
    const path = words.at(-1) ?? '';
    return words.slice(0, -1).map((method) => [method, path] as const);
  });
const rows = new Map(routeTable.map((route) => [`${route.method} ${shapeOf(pathInDialect(route.path, dataverse))}`, route]));
/** Ends the session of a browser, which cases do not have: test/e2e/sign-in.test.ts. */
const SEEN_IN_A_BROWSER = 'users.logout';
const succeeding = new Set([SEEN_IN_A_BROWSER, ...allCases.filter(({ status }) => status < 400).map(({ row }) => row)]);

test.each(called)('%s %s is served, and seen to succeed', (method, path) => {
  const row = rows.get(`${method} ${shapeOf(path)}`);
  expect(row?.id).toBeDefined();
  expect(succeeding).toContain(row?.id);
});

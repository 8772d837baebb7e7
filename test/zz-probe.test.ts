import { test } from 'vitest';
import { writeFileSync, appendFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { startTestServer } from './support/server.ts';
import { zipOf } from './support/zip-archive.ts';
import { addFile, assignRole, createCollection, createDataset, createUser, guest, publishDataset, superuser } from './support/seed.ts';
const OUT = '/tmp/probe-h3.txt';
writeFileSync(OUT, '');
const say = (label: string, a: any, more = '') =>
  appendFileSync(OUT, `${label} -> ${a.status} ${(a.body ?? '').slice(0, 420).replace(/\n/g, '⏎')} ${more}\n`);
test('probe', { timeout: 200000 }, async () => {
  const server = await startTestServer();
  const admin = superuser(server);
  const owner = await createUser(server, 'own');
  const stranger = await createUser(server, 'str');
  const g = guest(server);
  await assignRole(admin, { id: 1, alias: 'root' }, owner.identifier, 'fullContributor');
  const col = await createCollection(owner);
  const set = (n: string, v: string | null) =>
    v === null ? admin.rest.delete(`/api/admin/settings/${n}`) : admin.rest.send(`/api/admin/settings/${n}`, { method: 'PUT', raw: v });
  const ds = await createDataset(owner, col);
  const f = await addFile(owner, ds, { name: 'a.txt', bytes: 'hello\n', type: 'text/plain' });
  // 1.2
  await set(':FilePIDsEnabled', 'true');
  await publishDataset(owner, ds);
  await set(':FilePIDsEnabled', null);
  const rec = await owner.rest.get(`/api/files/${f}`);
  say('record', rec);
  const pid = rec.text('data.dataFile.persistentId');
  for (const [m, p] of [
    ['GET', '/api/files/:persistentId'],
    ['GET', '/api/files/:persistentId/metadata'],
    ['GET', '/api/files/:persistentId/versions/1.0'],
    ['GET', '/api/files/:persistentId/versionDifferences'],
    ['GET', '/api/files/:persistentId/versions/1.0/citation'],
    ['GET', '/api/files/:persistentId/hasBeenDeleted'],
    ['GET', '/api/files/:persistentId/downloadCount'],
    ['GET', '/api/access/datafile/:persistentId'],
    ['GET', '/api/access/datafile/:persistentId/listRequests'],
    ['GET', '/api/access/datafile/:persistentId/userPermissions'],
    ['GET', '/api/access/datafile/:persistentId/auxiliary'],
    ['GET', '/api/access/datafile/bundle/:persistentId'],
    ['POST', '/api/files/:persistentId/redetect'],
    ['GET', '/api/access/datafile/:persistentId/userFileAccessRequested'],
  ] as const) {
    const q = `?persistentId=${pid}`;
    say(`${m} ${p} pid`, await owner.rest.send(`${p}${q}${p.includes('redetect') ? '&dryRun=true' : ''}`, { method: m }));
    say(`${m} ${p} none`, await owner.rest.send(p, { method: m }));
    say(`${m} ${p} datasetpid`, await owner.rest.send(`${p}?persistentId=${ds.persistentId}`, { method: m }));
  }
  say('access err body', await stranger.rest.get('/api/access/datafile/987654'));
  say('access abc', await stranger.rest.get('/api/access/datafile/abc'));
  say('HEAD', await owner.rest.send(`/api/access/datafile/${f}`, { method: 'HEAD' }));
  const d1 = await owner.rest.get(`/api/access/datafile/${f}`);
  say('download', d1, JSON.stringify(Object.fromEntries(d1.headers)));
  // unicode name
  const uni = await addFile(owner, ds, { name: 'ä ö"x.txt', bytes: 'uni', type: 'text/plain' }).catch((e) =>
    say('uni upload', { status: 0, body: String(e) }),
  );
  const uni2 = await addFile(owner, ds, { name: 'Größe 1.txt', bytes: 'uni2', type: 'text/plain' });
  const d2 = await owner.rest.get(`/api/access/datafile/${uni2}`);
  say('uni download', d2, JSON.stringify([d2.headers.get('content-disposition'), d2.headers.get('content-type'), uni]));
  // folder path
  say('folder path', await owner.rest.get(`/api/access/datafile/any/folder/${f}/`));
  // jsonData variants
  const add = async (jsonData: any, name = 'v.txt', bytes: any = `b${Math.random()}`, type = 'text/plain', d = ds) =>
    owner.rest.upload(`/api/datasets/${d.id}/add`, { name, bytes, type, jsonData });
  say(
    'add categories objects, restrict "true", provFreeform',
    await add({
      categories: [{ name: 'Data' }, 'Data', '', 'Code'],
      restrict: 'true',
      provFreeform: 'By hand',
      description: null,
      unknown: 1,
      directoryLabel: '//a//b\\c/ -',
      tabIngest: 'false',
    }),
  );
  say('add label', await add({ label: 'README.md' }));
  say('add label 2', await add({ label: 'README.md' }));
  say('add label README-1.md', await add({ label: 'README-1.md' }));
  say('add data noext', await add({ label: 'data' }));
  say('add data noext', await add({ label: 'data' }));
  for (const l of ['a:b', 'a<', '', ' ', 'a?', 'x/y']) say(`label ${l}`, await add({ label: l }));
  say('dir bad', await add({ directoryLabel: 'ä' }));
  say('two bad', await add({ directoryLabel: 'ä', label: 'a?' }));
  say('dataFileTags', await add({ dataFileTags: ['Survey'] }));
  say('dataFileTags unknown', await add({ dataFileTags: ['Foo'] }));
  say('restrict bad', await add({ restrict: 'maybe' }));
  // zip with equal files
  const z = await add(
    { description: 'all', categories: ['Data'], restrict: true },
    'z.zip',
    zipOf([
      { path: 'q/one.txt', content: 'same' },
      { path: 'q/two.txt', content: 'same' },
      { path: 'inner.zip', content: zipOf([{ path: 'n.txt', content: 'n' }]) },
      { path: 'q/one.txt', content: 'third' },
      { path: 'w e?ird*[]/f.txt', content: 'f' },
    ]),
    'application/zip',
  );
  say(
    'zip equal',
    z,
    JSON.stringify(
      z
        .list('data.files')
        .map((_x: any, i: number) => [
          z.at(`data.files.${i}.label`),
          z.at(`data.files.${i}.directoryLabel`),
          z.at(`data.files.${i}.restricted`),
          z.at(`data.files.${i}.dataFile.contentType`),
          z.at(`data.files.${i}.description`),
        ]),
    ),
  );
  say(
    'zip with directoryLabel+label',
    await add(
      { directoryLabel: 'over', label: 'same.txt' },
      'z2.zip',
      zipOf([
        { path: 'a/1.txt', content: 'x1' },
        { path: 'b/2.txt', content: 'x2' },
      ]),
      'application/zip',
    ),
  );
  // fits gz
  const fits = Buffer.from('SIMPLE  =                    T'.padEnd(2880, ' '));
  say('fits gz', await add({}, 'img.fits.gz', gzipSync(fits), ''));
  // shape
  const shp = Buffer.alloc(100);
  shp.writeInt32BE(9994, 0);
  say(
    'shapefile',
    await add(
      {},
      's.zip',
      zipOf([
        { path: 'd/x.shp', content: shp },
        { path: 'd/x.shx', content: shp },
        { path: 'd/x.dbf', content: 'dbf' },
        { path: 'd/readme.txt', content: 'rd' },
      ]),
      'application/zip',
    ),
  );
  // limits
  await set(':MaxFileUploadSizeInBytes', '1024');
  say('too big', await add({}, 'big.txt', 'x'.repeat(1741)));
  say('equal', await add({}, 'eq.txt', 'y'.repeat(1024)));
  say(
    'zip entry too big',
    await add({}, 'be.zip', zipOf([{ path: 'big.txt', content: 'k'.repeat(5000), deflated: true }]), 'application/zip'),
  );
  await set(':MaxFileUploadSizeInBytes', null);
  await set(':ZipUploadFilesLimit', '2');
  say('zip too many', await add({}, 'many.zip', zipOf([1, 2, 3].map((n) => ({ path: `${n}.txt`, content: `m${n}` }))), 'application/zip'));
  await set(':ZipUploadFilesLimit', null);
  // restrict
  const ds2 = await createDataset(owner, col);
  const r = await addFile(owner, ds2, { name: 'r.txt', bytes: 'rr', type: 'text/plain' });
  const put = (raw: string, p = `/api/files/${r}/restrict`) => owner.rest.send(p, { method: 'PUT', raw });
  say('restrict json', await put('{"restrict":true,"enableAccessRequest":false,"termsOfAccess":"Ask"}'));
  say('terms', await owner.rest.get(`/api/datasets/${ds2.id}/versions/:draft`), '');
  say('unrestrict', await put('{"restrict":false,"enableAccessRequest":false,"termsOfAccess":"zzz"}'));
  say('restrict only terms', await put('{"restrict":true,"termsOfAccess":"new"}'));
  say('v', { status: 0, body: JSON.stringify((await owner.rest.get(`/api/datasets/${ds2.id}/versions/:draft`)).at('data.termsOfAccess')) });
  await put('false');
  say('restrict no terms 409', await put('{"restrict":true,"enableAccessRequest":false}'));
  await set(':PublicInstall', 'true');
  say('public install', await put('true'));
  await set(':PublicInstall', null);
  say('restrict guest', await g.rest.send(`/api/files/${r}/restrict`, { method: 'PUT', raw: 'true' }));
  say('restrict bad text', await put('nonsense'));
  // metadata get
  say('metadata', await g.rest.get(`/api/files/${f}/metadata`));
  say('metadata draft guest', await g.rest.get(`/api/files/${f}/metadata/draft`));
  say('metadata draft', await owner.rest.get(`/api/files/${uni2}/metadata/draft`));
  // access requests switch
  say('allow 1', await owner.rest.send(`/api/access/${ds2.id}/allowAccessRequest`, { method: 'PUT', raw: 'false' }));
  say('allow unknown', await owner.rest.send(`/api/access/987654/allowAccessRequest`, { method: 'PUT', raw: 'false' }));
  say('allow stranger', await stranger.rest.send(`/api/access/${ds2.id}/allowAccessRequest`, { method: 'PUT', raw: 'false' }));
  say('allow guest', await g.rest.send(`/api/access/${ds2.id}/allowAccessRequest`, { method: 'PUT', raw: 'false' }));
  // thumbs
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const pic = await addFile(owner, ds2, { name: 'p.png', bytes: png, type: 'image/png' });
  const th = await owner.rest.get(`/api/access/datafile/${pic}?imageThumb=100`);
  say(
    'thumb',
    { status: th.status, body: '' },
    JSON.stringify([
      await sharp(th.bytes)
        .metadata()
        .then((m) => [m.width, m.height]),
      th.headers.get('content-type'),
      th.headers.get('content-disposition'),
    ]),
  );
  say('thumb false', { ...(await owner.rest.get(`/api/access/datafile/${pic}?imageThumb=false`)), body: '' });
  say('RData png', await owner.rest.get(`/api/access/datafile/${pic}?format=RData`));
  say('format=original + imageThumb', {
    ...(await owner.rest.get(`/api/access/datafile/${pic}?format=original&imageThumb=true`)),
    body: '',
  });
  say('format=prep', await owner.rest.get(`/api/access/datafile/${pic}?format=prep`));
  say('format=foo', await owner.rest.get(`/api/access/datafile/${pic}?format=foo`));
  say('variables=1', { ...(await owner.rest.get(`/api/access/datafile/${pic}?variables=1`)), body: '' });
  say('noVarHeader', { ...(await owner.rest.get(`/api/access/datafile/${pic}?noVarHeader=true`)), body: '' });
  for (const range of ['bytes=0-1', 'bytes=0-1,3-4', 'bytes=abc', 'items=0-1', 'bytes=5-2', 'bytes=900-', 'bytes=-2', 'bytes=-0']) {
    const a = await owner.rest.get(`/api/access/datafile/${f}`, { Range: range });
    say(
      `range ${range}`,
      a,
      JSON.stringify([
        a.headers.get('content-range'),
        a.headers.get('content-length'),
        a.headers.get('accept-ranges'),
        a.headers.get('content-type'),
      ]),
    );
  }
  // redetect
  say('redetect', await owner.rest.post(`/api/files/${pic}/redetect?dryRun=maybe`));
  // delete
  say('delete twice', await owner.rest.delete(`/api/files/${pic}`));
  say('delete twice', await owner.rest.delete(`/api/files/${pic}`));
  say('delete published', await owner.rest.delete(`/api/files/${f}`));
  say('delete published again', await owner.rest.delete(`/api/files/${f}`));
  say('delete guest', await g.rest.delete(`/api/files/${f}`));
  say('delete unknown', await owner.rest.delete(`/api/files/987654`));
  say('get by version draft', await g.rest.get(`/api/files/${f}/versions/:draft`));
  say('get by version bad', await g.rest.get(`/api/files/${f}/versions/x`));
  say('citation', await g.rest.get(`/api/files/${f}/versions/1.0/citation`));
  say('citation draft', await g.rest.get(`/api/files/${f}/versions/:draft/citation`));
  say('vdiff', await owner.rest.get(`/api/files/${f}/versionDifferences`));
  say('deleteFiles member', await stranger.rest.put(`/api/datasets/${ds.id}/deleteFiles`, [f]));
  say('deleteFiles guest', await g.rest.put(`/api/datasets/${ds.id}/deleteFiles`, [f]));
  say('uploadurls no', await owner.rest.get(`/api/datasets/${ds.id}/uploadurls?size=10`));
  say('datafiles list', { ...(await owner.rest.get(`/api/access/datafiles/${f},abc,${uni2}`)), body: '' });
  say('datafiles unknown', await owner.rest.get(`/api/access/datafiles/${f},987654`));
  say('datafiles only text', await owner.rest.get(`/api/access/datafiles/abc`));
  say('access dataset bad', await owner.rest.get(`/api/access/dataset/abc`));
  say('access dataset unseen', await stranger.rest.get(`/api/access/dataset/${ds2.id}`));
  say('access dataset version', await stranger.rest.get(`/api/access/dataset/${ds2.id}/versions/1.0`));
  say('requestAccess unknown', await stranger.rest.put(`/api/access/datafile/987654/requestAccess`));
  say('requestAccess guest', await g.rest.put(`/api/access/datafile/${f}/requestAccess`));
  say('listRequests none', await owner.rest.get(`/api/access/datafile/${uni2}/listRequests`));
  say('listRequests guest', await g.rest.get(`/api/access/datafile/${uni2}/listRequests`));
  say('listRequests stranger', await stranger.rest.get(`/api/access/datafile/${uni2}/listRequests`));
  say('listRequests unknown', await owner.rest.get(`/api/access/datafile/987654/listRequests`));
  say('grant unknown', await owner.rest.put(`/api/access/datafile/${uni2}/grantAccess/@nobodyx`));
  say('grant unknown file', await owner.rest.put(`/api/access/datafile/987654/grantAccess/${stranger.identifier}`));
  say('grant stranger', await stranger.rest.put(`/api/access/datafile/${uni2}/grantAccess/${stranger.identifier}`));
  say('revoke stranger', await stranger.rest.delete(`/api/access/datafile/${uni2}/revokeAccess/${stranger.identifier}`));
  say('revoke none', await owner.rest.delete(`/api/access/datafile/${uni2}/revokeAccess/${stranger.identifier}`));
  say('reject none', await owner.rest.put(`/api/access/datafile/${uni2}/rejectAccess/${stranger.identifier}`));
  say('reject stranger', await stranger.rest.put(`/api/access/datafile/${uni2}/rejectAccess/${stranger.identifier}`));
  say('userFileAccessRequested', await stranger.rest.get(`/api/access/datafile/${uni2}/userFileAccessRequested`));
  say('userPermissions guest', await g.rest.get(`/api/access/datafile/${f}/userPermissions`));
  say('fixmissingorig', await admin.rest.get(`/api/admin/datafiles/integrity/fixmissingoriginalsizes?limit=x`));
  say('computehash user', await owner.rest.post(`/api/admin/computeDataFileHashValue/${f}/algorithm/MD5`));
  say('validate', await admin.rest.post(`/api/admin/validateDataFileHashValue/${f}`));
  say('validate dataset', await admin.rest.get(`/api/admin/validate/dataset/files/${ds.id}`));
  say('storage use', await owner.rest.get(`/api/datasets/${ds.id}/storage/use`));
  say('versions files', { ...(await owner.rest.get(`/api/datasets/${ds.id}/versions/:draft/files?limit=1&accessStatus=Public`)) });
  say('counts', { ...(await owner.rest.get(`/api/datasets/${ds.id}/versions/:draft/files/counts`)) });
  say(
    'replace prov',
    await owner.rest.upload(`/api/files/${uni2}/replace`, {
      name: 'n.txt',
      bytes: 'nn',
      type: 'text/plain',
      jsonData: { forceReplace: 'true', description: 'New', categories: ['Code'], directoryLabel: 'dd', restrict: true },
    }),
  );
  say(
    'replace datasetpid',
    await owner.rest.upload(`/api/files/:persistentId/replace?persistentId=${ds.persistentId}`, {
      name: 'n.txt',
      bytes: 'nn',
      type: 'text/plain',
    }),
  );
  await server.stop();
});

/** Express with one route and nothing else: what the smallest route of a mounted application is compared with. */
import express from 'express';

const body = { status: 'OK', data: { version: process.env['BODY_VERSION'] ?? '', build: null } };

const app = express();
app.get('/api/info/version', (_request, response) => {
  response.json(body);
});
app.listen(Number(process.env['PORT']), '127.0.0.1');

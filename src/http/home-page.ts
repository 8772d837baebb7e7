import type { Request, Response } from 'express';
import { pageHeaders } from '../page-headers.ts';

const links = [
  ['/docs', 'REST API documentation'],
  ['/openapi', 'OpenAPI document'],
  ['/graphql', 'GraphQL endpoint and explorer'],
  ['/graphql/schema.graphql', 'GraphQL schema'],
] as const;

/** What somebody sees who opens the address of the server: its name and where to go. */
export function homePage(installationName: () => string): (request: Request, response: Response) => void {
  return (_request, response) => {
    const name = installationName().replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
    const list = links.map(([path, text]) => `<li><a href="${path}">${text}</a></li>`).join('');
    response
      .set(pageHeaders())
      .type('html')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><h1>${name}</h1><p>A research data repository.</p><ul>${list}</ul></html>\n`,
      );
  };
}

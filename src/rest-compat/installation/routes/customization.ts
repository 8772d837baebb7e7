/** Pieces that the operator puts into the pages of a front end. Source: users-admin.md 16. */
import { DomainError } from '../../../errors/domain-error.ts';
import { CustomizationViewDocument } from '../../../generated/operations.ts';
import { CUSTOMIZATION_PIECES, type CustomizationPiece } from '../../../vocabulary/customization.ts';
import { bytes } from '../../answers.ts';
import { type Route, route } from '../../route.ts';

/** @throws DomainError BAD_USER_INPUT */
function pieceOf(text: string): CustomizationPiece {
  const known = CUSTOMIZATION_PIECES.find((piece) => piece === text);
  if (known !== undefined) return known;
  const names = CUSTOMIZATION_PIECES.join(', ');
  throw new DomainError('BAD_USER_INPUT', `${text} is no piece of pages; there are ${names}.`, {
    problems: [{ pointer: '/path/type', message: `must be one of ${names}` }],
  });
}

export const customizationRoutes: readonly Route[] = [
  route({
    id: 'info.customization',
    method: 'GET',
    path: '/api/info/settings/customization/{type}',
    summary: `A piece that the operator puts into pages: ${CUSTOMIZATION_PIECES.join(', ')}.`,
    auth: 'public',
    credentials: 'ignored',
    refusals: ['BAD_USER_INPUT', 'CUSTOMIZATION_NOT_FOUND'],
    answer: bytes(
      'text/html',
      'text/css',
      'image/png',
      'image/jpeg',
      'image/gif',
      'image/svg+xml',
      'image/webp',
      'application/octet-stream',
    ),
    operation: CustomizationViewDocument,
    variables: ({ path }) => ({ piece: pieceOf(path.type) }),
    reply: ({ customization: { base64, contentType } }) => ({
      bare: Buffer.from(base64, 'base64'),
      contentType: contentType.startsWith('text/') ? `${contentType};charset=UTF-8` : contentType,
    }),
  }),
];

/** Pieces that the operator puts into the pages of a front end. Source: users-admin.md 16. */
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DomainError } from '../../errors/domain-error.ts';
import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { SettingsSource } from '../../kernel/ports/settings-source.ts';
import type { CustomizationPiece } from '../../vocabulary/customization.ts';

export const LARGEST_CUSTOMIZATION_FILE = 1_000_000;

/** The path that the operator has set for each piece. */
const paths: Readonly<Record<CustomizationPiece, (settings: SettingsSource) => string | undefined>> = {
  homePage: (settings) => settings.get(':HomePageCustomizationFile'),
  header: (settings) => settings.get(':HeaderCustomizationFile'),
  footer: (settings) => settings.get(':FooterCustomizationFile'),
  style: (settings) => settings.get(':StyleCustomizationFile'),
  analytics: (settings) => settings.get(':WebAnalyticsCode'),
  logo: (settings) => settings.get(':LogoCustomizationFile'),
};

const PICTURES: ReadonlyMap<string, string> = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.svg', 'image/svg+xml'],
  ['.webp', 'image/webp'],
]);

/** A piece as it is kept. */
export interface CustomizationFile {
  readonly contentType: string;
  readonly bytes: Buffer;
}

function contentTypeOf(piece: CustomizationPiece, path: string): string {
  if (piece === 'logo') return PICTURES.get(extname(path).toLowerCase()) ?? 'application/octet-stream';
  return piece === 'style' ? 'text/css' : 'text/html';
}

/** Reads a piece. @throws DomainError CUSTOMIZATION_NOT_FOUND */
export const viewCustomization = query({
  name: 'viewCustomization',
  subject: noSubject,
  requires: 'Public',
  run: async ({ services: { settings, customization, log } }, _subject, piece: CustomizationPiece): Promise<CustomizationFile> => {
    const path = paths[piece](settings);
    const fault = path === undefined ? undefined : await customization.fault(path);
    if (fault !== undefined) log.warn({ piece, path }, `The setting for a piece of pages ${fault.message}.`);
    if (path === undefined || fault !== undefined) {
      throw new DomainError('CUSTOMIZATION_NOT_FOUND', `There is no piece ${piece} for pages of this installation.`);
    }
    return { contentType: contentTypeOf(piece, path), bytes: await buffer(customization.open(path)) };
  },
});

/** Pieces that an operator may put into pages, as paths have them. Source: users-admin.md 16. */
export const CUSTOMIZATION_PIECES = ['homePage', 'header', 'footer', 'style', 'analytics', 'logo'] as const;
export type CustomizationPiece = (typeof CUSTOMIZATION_PIECES)[number];

/** Sizes in which datasets and collections are shown by a picture. Source: datasets.md 14.1. */
export const PICTURE_SIZES = ['CARD', 'LOGO'] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** Pixels of the longer side. */
export const PICTURE_SIDES: Readonly<Record<PictureSize, number>> = { CARD: 48, LOGO: 140 };

/** Addresses of the pages of administration. */
export const administrationPaths = {
  start: '/admin',
} as const;

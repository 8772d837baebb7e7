/** Where a page lies among pages with numbers. Source: users-admin.md 8.1. */
import { z } from 'zod';
import { counted, listOf } from './schema.ts';

/** Keys of every such page, before those of what is listed. */
export const namedPage = {
  isNecessary: z.boolean().describe('Whether there are several pages.'),
  numResults: counted,
  numResultsString: z.string().describe('With thousands separators.'),
  docsPerPage: counted,
  selectedPageNumber: counted,
  pageCount: counted,
  hasPreviousPageNumber: z.boolean(),
  previousPageNumber: counted,
  hasNextPageNumber: z.boolean(),
  nextPageNumber: counted,
} as const;

/** Keys after those. */
export const turningPage = {
  numberNextResults: counted,
  pageNumberList: listOf(counted).describe('At most five pages around the one that is shown.'),
} as const;

/** Most pages that a page names around itself. */
const PAGES_NAMED = 5;

/** Five pages around the one that is shown, fewer where there are no more. */
export function pagesAround(page: number, pageCount: number): number[] {
  const length = Math.min(PAGES_NAMED, pageCount);
  const first = Math.max(1, Math.min(page - 2, pageCount - length + 1));
  return Array.from({ length }, (_none, index) => first + index);
}

const format = new Intl.NumberFormat('en-US');

/** A number with thousands separators. */
export function grouped(value: number): string {
  return format.format(value);
}

interface PageFacts {
  readonly start: number;
  readonly end: number;
  readonly named: z.infer<z.ZodObject<typeof namedPage>>;
  readonly turning: z.infer<z.ZodObject<typeof turningPage>>;
}

/** Where a page lies: the values of both groups of keys, and the numbers of its first and last entry. */
export function pageFacts({
  totalCount,
  page,
  size,
}: {
  readonly totalCount: number;
  readonly page: number;
  readonly size: number;
}): PageFacts {
  const pageCount = Math.ceil(totalCount / size);
  const end = Math.min(page * size, totalCount);
  return {
    start: (page - 1) * size + 1,
    end,
    named: {
      isNecessary: pageCount > 1,
      numResults: totalCount,
      numResultsString: grouped(totalCount),
      docsPerPage: size,
      selectedPageNumber: page,
      pageCount,
      hasPreviousPageNumber: page > 1,
      previousPageNumber: Math.max(page - 1, 1),
      hasNextPageNumber: page < pageCount,
      nextPageNumber: Math.min(page + 1, pageCount),
    },
    turning: { numberNextResults: Math.min(totalCount - end, size), pageNumberList: pagesAround(page, pageCount) },
  };
}

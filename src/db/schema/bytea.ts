import { customType } from 'drizzle-orm/pg-core';

/** Bytes; Drizzle has no column of its own for them. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

import type { Route } from '../route.ts';
import { dataverse } from './dataverse.ts';
import type { Dialect } from './dialect.ts';
import { speakDialect, type SpokenDialect } from './spoken-dialect.ts';

/** How far the operator wants dialects to be spoken: on their own paths and by their headers, on every path, or not at all. */
export type DialectSetting = 'dataverse' | 'dataverse-always' | 'none';

/** The dialects of an installation. */
export function dialectsOf(setting: DialectSetting): readonly Dialect[] {
  return setting === 'none' ? [] : [dataverse];
}

/** The dialect in which requests are answered, if there is one. */
export function spokenDialect(setting: DialectSetting, routes: readonly Route[]): SpokenDialect | undefined {
  const [dialect] = dialectsOf(setting);
  return dialect === undefined ? undefined : speakDialect(dialect, routes, setting === 'dataverse-always');
}

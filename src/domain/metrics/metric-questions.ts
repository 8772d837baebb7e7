/** What is asked of metrics, checked. Source: users-admin.md 15.3. */
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { COUNTRY_CODES } from './country-codes.ts';

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
/** A hundred years. */
const MOST_DAYS = 36_525;

/** The faults of a month for which nothing can have been counted. */
export function monthProblems(month: string | null | undefined, now: Date, pointer: string): Problem[] {
  if (!month) return month === '' ? [{ pointer, message: 'must be a month yyyy-mm' }] : [];
  if (!MONTH.test(month)) return [{ pointer, message: 'must be a month yyyy-mm' }];
  return month > now.toISOString().slice(0, 7) ? [{ pointer, message: 'must not lie in the future' }] : [];
}

/** The faults of what is no country. */
export function countryProblems(country: string | null | undefined): Problem[] {
  if (country === null || country === undefined || COUNTRY_CODES.has(country.toLowerCase())) return [];
  return [{ pointer: '/country', message: 'must be the two letters of a country (ISO 3166-1)' }];
}

/** The faults of a number of days. */
export function dayProblems(days: number | null | undefined, toMonth: string | null | undefined): Problem[] {
  if (days === null || days === undefined) return [];
  const problems: Problem[] = [];
  if (days < 1 || days > MOST_DAYS) problems.push({ pointer: '/pastDays', message: `must be from 1 to ${MOST_DAYS}` });
  if (toMonth !== null && toMonth !== undefined) problems.push({ pointer: '/pastDays', message: 'must not come with toMonth' });
  return problems;
}

/** @throws DomainError BAD_USER_INPUT naming every fault */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const text = problems.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`).join('; ');
  throw new DomainError('BAD_USER_INPUT', `Metrics cannot be shown: ${text}.`, { problems });
}

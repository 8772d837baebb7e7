import { expect, test } from 'vitest';
import { readDoctorArguments } from '../../../src/doctor/doctor-arguments.ts';

test('the words after the task are read', () => {
  expect(readDoctorArguments(['storage'])).toEqual({ subject: 'storage', mend: false, rebuild: undefined, json: false, graceHours: 24 });
  expect(readDoctorArguments(['storage', '--json', '--mend', '--grace-hours=1.5'])).toEqual({
    subject: 'storage',
    mend: true,
    rebuild: undefined,
    json: true,
    graceHours: 1.5,
  });
  expect(readDoctorArguments(['search', '--mend'])).toMatchObject({ subject: 'search', mend: true, json: false });
  expect(readDoctorArguments(['search', '--rebuild'])).toMatchObject({ subject: 'search', mend: false, rebuild: 'database' });
  expect(readDoctorArguments(['search', '--rebuild-engine'])).toMatchObject({ subject: 'search', mend: false, rebuild: 'engine' });
});

test.each([
  [[], 'examines the storage'],
  [['database'], 'examines the storage'],
  [['storage', 'files'], 'examines the storage'],
  [['storage', '--force'], '--force'],
  [['search', '--grace-hours=2'], 'of the storage'],
  [['storage', '--rebuild'], 'of the index of search'],
  [['storage', '--rebuild-engine'], 'of the index of search'],
  [['search', '--rebuild', '--mend'], 'nothing to mend'],
  [['search', '--rebuild-engine', '--mend'], 'nothing to mend'],
  [['search', '--rebuild', '--rebuild-engine'], 'each of the index of search'],
  [['storage', '--grace-hours=0'], 'from 1'],
  [['storage', '--grace-hours=soon'], 'from 1'],
])('%j is refused with the usage', (given, reason) => {
  expect(() => readDoctorArguments(given)).toThrow(reason);
  expect(() => readDoctorArguments(given)).toThrow('Usage: ');
});

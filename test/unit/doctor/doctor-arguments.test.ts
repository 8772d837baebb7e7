import { expect, test } from 'vitest';
import { readDoctorArguments } from '../../../src/doctor/doctor-arguments.ts';

test('the words after the task are read', () => {
  expect(readDoctorArguments(['storage'])).toEqual({ mend: false, json: false, graceHours: 24 });
  expect(readDoctorArguments(['storage', '--json', '--mend', '--grace-hours=1.5'])).toEqual({ mend: true, json: true, graceHours: 1.5 });
});

test.each([
  [[], 'examines the storage'],
  [['database'], 'examines the storage'],
  [['storage', 'files'], 'examines the storage'],
  [['storage', '--force'], '--force'],
  [['storage', '--grace-hours=0'], 'from 1'],
  [['storage', '--grace-hours=soon'], 'from 1'],
])('%j is refused with the usage', (given, reason) => {
  expect(() => readDoctorArguments(given)).toThrow(reason);
  expect(() => readDoctorArguments(given)).toThrow('Usage: ');
});

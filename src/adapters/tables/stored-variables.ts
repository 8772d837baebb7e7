import type { StoredVariable } from '../../kernel/ports/table-forms.ts';
import { variable, type Storage, type Variable } from '../../tabular/table.ts';

/** From here on, doubles do not have every whole number. */
const LARGEST_SAFE = 2 ** 53;

function storageOf({ formatType, format, intervalType, statistics }: StoredVariable): Storage {
  if (formatType === 'CHARACTER') return 'text';
  if (format === 'float') return 'float';
  if (intervalType === 'contin') return 'double';
  const isWide = Math.abs(Number(statistics?.min)) >= LARGEST_SAFE || Math.abs(Number(statistics?.max)) >= LARGEST_SAFE;
  return isWide ? 'int64' : 'integer';
}

/** What a variable was when it was ingested, as far as its cells are concerned. */
export function tabularVariable(stored: StoredVariable): Variable {
  return variable({ name: stored.name, label: stored.label ?? undefined, storage: storageOf(stored) });
}

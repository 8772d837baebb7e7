import { DomainError } from '../../errors/domain-error.ts';
import type { Exporter } from '../../formats/exports/exporter.ts';
import { exporters } from '../../formats/exports/exporters.ts';

/** The format of a name, letter by letter; undefined if there is none. */
export function findExporter(name: string): Exporter | undefined {
  return exporters.find((exporter) => exporter.name === name || exporter.aliases?.includes(name) === true);
}

/** The format of a name, letter by letter. @throws DomainError EXPORT_FAILED Source: exports.md 1.3. */
export function requireExporter(name: string): Exporter {
  const found = findExporter(name);
  if (found !== undefined) return found;
  throw new DomainError('EXPORT_FAILED', `Export Failed: there is no exporter ${name.slice(0, 100)}.`, {
    problems: [{ pointer: '/exporter', message: `must be one of ${exporters.map((exporter) => exporter.name).join(', ')}` }],
  });
}

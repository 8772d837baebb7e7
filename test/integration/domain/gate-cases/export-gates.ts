import { listExportFormats } from '../../../../src/domain/exports/list-export-formats.ts';
import type { GateTable } from './gate-case.ts';

/** Source: exports.md 1. */
export const exportGates: GateTable = {
  listExportFormats: { requires: 'Public', run: (context) => listExportFormats(context, {}) },
};

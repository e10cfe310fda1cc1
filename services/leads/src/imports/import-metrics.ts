import type { Model } from 'mongoose';
import { createCounter } from '@crm/platform/metrics/counters.js';
import { readGauges } from '@crm/platform/metrics/gauges.js';
import type { Metrics } from '@crm/platform/metrics/metrics.js';
import type { ImportDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';

/** Rows that an import is through with, as this process commits them; their rate is how fast it goes. */
export function createRowCounter({ registry }: Pick<Metrics, 'registry'>): ImportsContext['countRows'] {
  const rows = createCounter(registry, {
    name: 'leads_import_rows_total',
    help: 'Processed import rows by result: saved, refused or duplicate',
    labels: ['result'],
  });
  return ({ saved, refused, duplicates }) => {
    rows({ result: 'saved' }, saved);
    rows({ result: 'refused' }, refused);
    rows({ result: 'duplicate' }, duplicates);
  };
}

/** How many imports are under way, of all processes of the service. */
export function watchImports({ registry }: Pick<Metrics, 'registry'>, imports: Model<ImportDoc>): void {
  readGauges(registry, () => imports.countDocuments({ state: 'running' }).exec(), {
    leads_imports_running: {
      help: 'Imports in progress',
      readings: (value) => [{ value }],
    },
  });
}

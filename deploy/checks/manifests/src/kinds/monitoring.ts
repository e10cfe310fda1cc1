import { z } from 'zod';
import { kind, selector } from './common.js';

const duration = z.string().regex(/^\d+[smh]$/);

const relabeling = z.strictObject({
  action: z.literal('replace'),
  targetLabel: z.string(),
  replacement: z.string().optional(),
  sourceLabels: z.array(z.string().startsWith('__meta_kubernetes_')).optional(),
});

/** The Prometheus operator: which pods are scraped, at which port. */
export const podMonitor = kind('monitoring.coreos.com/v1', 'PodMonitor', {
  spec: z.strictObject({
    selector,
    podMetricsEndpoints: z
      .array(
        z.strictObject({
          port: z.string(),
          path: z.string().startsWith('/'),
          interval: duration,
          relabelings: z.array(relabeling),
        }),
      )
      .min(1),
  }),
});

/** The Prometheus operator: alert rules, as in a rule file. */
export const prometheusRule = kind('monitoring.coreos.com/v1', 'PrometheusRule', {
  spec: z.strictObject({
    groups: z.array(
      z.strictObject({
        name: z.string(),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^[A-Z]\w+$/),
            expr: z.string(),
            for: duration.optional(),
            labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.strictObject({ summary: z.string().min(1), runbook_url: z.url() }),
          }),
        ),
      }),
    ),
  }),
});

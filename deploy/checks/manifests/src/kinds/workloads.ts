import { z } from 'zod';
import { dnsName, kind, labels, port, portOrName, selector } from './common.js';
import { podTemplate } from './pods.js';

export const deployment = kind('apps/v1', 'Deployment', {
  spec: z.strictObject({
    replicas: z.int().min(0).optional(),
    selector,
    minReadySeconds: z.int().min(0).optional(),
    strategy: z
      .discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('RollingUpdate'),
          rollingUpdate: z.strictObject({ maxSurge: z.int().positive(), maxUnavailable: z.int().min(0) }),
        }),
        z.strictObject({ type: z.literal('Recreate') }),
      ])
      .optional(),
    template: podTemplate,
  }),
});
export type Deployment = z.output<typeof deployment>;

export const job = kind('batch/v1', 'Job', {
  spec: z.strictObject({
    backoffLimit: z.int().min(0),
    activeDeadlineSeconds: z.int().positive(),
    ttlSecondsAfterFinished: z.int().min(0),
    template: podTemplate,
  }),
});

export const cronJob = kind('batch/v1', 'CronJob', {
  spec: z.strictObject({
    schedule: z.string().regex(/^(?:[\d*,/-]+ ){4}[\d*,/-]+$/),
    timeZone: z.literal('Etc/UTC'),
    concurrencyPolicy: z.literal('Forbid'),
    startingDeadlineSeconds: z.int().positive(),
    successfulJobsHistoryLimit: z.int().positive(),
    failedJobsHistoryLimit: z.int().positive(),
    jobTemplate: z.strictObject({
      metadata: z.strictObject({ labels }).optional(),
      spec: z.strictObject({
        backoffLimit: z.int().min(0),
        activeDeadlineSeconds: z.int().positive(),
        template: podTemplate,
      }),
    }),
  }),
});

export const service = kind('v1', 'Service', {
  spec: z.strictObject({
    type: z.literal('LoadBalancer').optional(),
    externalTrafficPolicy: z.literal('Local').optional(),
    loadBalancerSourceRanges: z.array(z.cidrv4()).min(1).optional(),
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.strictObject({ name: z.string(), port, targetPort: portOrName })).min(1),
  }),
});
export type Service = z.output<typeof service>;

export const serviceAccount = kind('v1', 'ServiceAccount', {
  automountServiceAccountToken: z.literal(false),
});
export const configMap = kind('v1', 'ConfigMap', { data: z.record(z.string(), z.string()) });
export const namespace = kind('v1', 'Namespace', {});

export const podDisruptionBudget = kind('policy/v1', 'PodDisruptionBudget', {
  spec: z.strictObject({
    maxUnavailable: z.int().positive(),
    unhealthyPodEvictionPolicy: z.enum(['AlwaysAllow', 'IfHealthyBudget']),
    selector,
  }),
});

const scaled = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  name: dnsName,
});

export const horizontalPodAutoscaler = kind('autoscaling/v2', 'HorizontalPodAutoscaler', {
  spec: z
    .strictObject({
      scaleTargetRef: scaled,
      minReplicas: z.int().positive(),
      maxReplicas: z.int().positive(),
      metrics: z
        .array(
          z.strictObject({
            type: z.literal('Resource'),
            resource: z.strictObject({
              name: z.enum(['cpu', 'memory']),
              target: z.strictObject({
                type: z.literal('Utilization'),
                averageUtilization: z.int().min(1).max(100),
              }),
            }),
          }),
        )
        .min(1),
      behavior: z.strictObject({
        scaleDown: z.strictObject({ stabilizationWindowSeconds: z.int().min(0).max(3600) }),
      }),
    })
    .refine(({ minReplicas, maxReplicas }) => minReplicas <= maxReplicas, 'has fewer at most than at least'),
});

import { z } from 'zod';
import { bytes, dnsName, labels, port, portOrName, resources, selector } from './common.js';

const keyRef = z.strictObject({ name: z.string(), key: z.string(), optional: z.boolean().optional() });

const variable = z.strictObject({
  name: z.string().regex(/^[A-Z_]+$/),
  value: z.string().optional(),
  valueFrom: z.strictObject({ secretKeyRef: keyRef }).optional(),
});

const probe = z
  .strictObject({
    httpGet: z.strictObject({ path: z.string().startsWith('/'), port: portOrName }).optional(),
    tcpSocket: z.strictObject({ port: portOrName }).optional(),
    periodSeconds: z.int().positive().optional(),
    timeoutSeconds: z.int().positive().optional(),
    failureThreshold: z.int().positive().optional(),
  })
  .refine(
    ({ httpGet, tcpSocket }) => (httpGet === undefined) !== (tcpSocket === undefined),
    'asks in one way',
  );

/** The restricted Pod Security Standard for a container, and a read-only root file system. */
const containerSecurity = z.strictObject({
  allowPrivilegeEscalation: z.literal(false),
  readOnlyRootFilesystem: z.literal(true),
  capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
});

const container = z.strictObject({
  name: dnsName,
  // An explicit tag: without one, or with `latest`, the running version is unknown.
  image: z.string().regex(/^[\w./-]+:(?!latest$)[\w.-]+$/),
  command: z.array(z.string()).min(1).optional(),
  args: z.array(z.string()).min(1).optional(),
  ports: z
    .array(z.strictObject({ name: z.string().regex(/^[a-z][a-z0-9-]{0,14}$/), containerPort: port }))
    .optional(),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })).optional(),
  env: z.array(variable).optional(),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  lifecycle: z
    .strictObject({
      preStop: z.strictObject({ sleep: z.strictObject({ seconds: z.int().positive() }) }),
    })
    .optional(),
  resources,
  securityContext: containerSecurity,
  volumeMounts: z.array(z.strictObject({ name: dnsName, mountPath: z.string().startsWith('/') })).optional(),
});
export type Container = z.output<typeof container>;

const volume = z.union([
  z.strictObject({ name: dnsName, emptyDir: z.strictObject({}) }),
  z.strictObject({
    name: dnsName,
    secret: z.strictObject({
      secretName: dnsName,
      optional: z.boolean().optional(),
      items: z.array(z.strictObject({ key: z.string(), path: z.string() })).optional(),
    }),
  }),
  // A claim of the pod's own, which is gone with it.
  z.strictObject({
    name: dnsName,
    ephemeral: z.strictObject({
      volumeClaimTemplate: z.strictObject({
        spec: z.strictObject({
          accessModes: z.tuple([z.literal('ReadWriteOnce')]),
          resources: z.strictObject({ requests: z.strictObject({ storage: bytes }) }),
        }),
      }),
    }),
  }),
]);

/** A pod template as in our workloads: non-root, without a service account token. */
export const podTemplate = z.strictObject({
  metadata: z.strictObject({ labels }),
  spec: z.strictObject({
    serviceAccountName: dnsName,
    automountServiceAccountToken: z.literal(false),
    enableServiceLinks: z.literal(false),
    restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).optional(),
    terminationGracePeriodSeconds: z.int().positive().optional(),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.int().positive(),
      runAsGroup: z.int().positive(),
      fsGroup: z.int().positive().optional(),
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    }),
    topologySpreadConstraints: z
      .array(
        z.strictObject({
          maxSkew: z.int().positive(),
          topologyKey: z.string(),
          whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
          labelSelector: selector,
          matchLabelKeys: z.array(z.string()).optional(),
        }),
      )
      .optional(),
    containers: z.array(container).min(1),
    volumes: z.array(volume).optional(),
  }),
});
export type PodTemplate = z.output<typeof podTemplate>;

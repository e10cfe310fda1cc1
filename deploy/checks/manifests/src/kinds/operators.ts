import { z } from 'zod';
import { bytes, dnsName, kind, resources } from './common.js';

const trigger = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('cpu'),
    metricType: z.literal('Utilization'),
    metadata: z.strictObject({ value: z.string().regex(/^\d+$/) }),
  }),
  z.strictObject({
    type: z.literal('rabbitmq'),
    authenticationRef: z.strictObject({ name: dnsName }),
    metadata: z.strictObject({
      protocol: z.literal('amqp'),
      mode: z.literal('QueueLength'),
      value: z.string().regex(/^\d+$/),
      queueName: z.string(),
    }),
  }),
]);

/** KEDA: scales a Deployment by more than its CPU. */
export const scaledObject = kind('keda.sh/v1alpha1', 'ScaledObject', {
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ name: dnsName }),
    minReplicaCount: z.int().positive(),
    maxReplicaCount: z.int().positive(),
    pollingInterval: z.int().positive(),
    cooldownPeriod: z.int().positive(),
    triggers: z.array(trigger).min(1),
  }),
});
export const triggerAuthentication = kind('keda.sh/v1alpha1', 'TriggerAuthentication', {
  spec: z.strictObject({
    secretTargetRef: z.array(
      z.strictObject({ parameter: z.enum(['host', 'ca']), name: z.string(), key: z.string() }),
    ),
    configMapTargetRef: z.array(
      z.strictObject({ parameter: z.literal('tls'), name: z.string(), key: z.string() }),
    ),
  }),
});

/** The MongoDB operator. `db` of a user is the database in the connection string that the operator writes. */
export const mongoDbCommunity = kind('mongodbcommunity.mongodb.com/v1', 'MongoDBCommunity', {
  spec: z.strictObject({
    members: z.int().min(1).max(7),
    type: z.literal('ReplicaSet'),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    security: z.strictObject({
      authentication: z.strictObject({ modes: z.tuple([z.literal('SCRAM')]) }),
      tls: z.strictObject({
        enabled: z.literal(true),
        certificateKeySecretRef: z.strictObject({ name: dnsName }),
        caCertificateSecretRef: z.strictObject({ name: dnsName }),
      }),
    }),
    users: z.array(
      z.strictObject({
        name: z.string(),
        db: z.string(),
        passwordSecretRef: z.strictObject({ name: dnsName }),
        roles: z.array(z.strictObject({ name: z.enum(['readWrite', 'backup']), db: z.string() })).min(1),
        scramCredentialsSecretName: dnsName,
        connectionStringSecretName: dnsName,
      }),
    ),
    statefulSet: z.strictObject({
      spec: z.strictObject({
        template: z.strictObject({
          spec: z.strictObject({
            containers: z.array(z.strictObject({ name: z.literal('mongod'), resources })),
          }),
        }),
        volumeClaimTemplates: z.array(
          z.strictObject({
            metadata: z.strictObject({ name: z.enum(['data-volume', 'logs-volume']) }),
            spec: z.strictObject({
              accessModes: z.tuple([z.literal('ReadWriteOnce')]),
              resources: z.strictObject({ requests: z.strictObject({ storage: bytes }) }),
            }),
          }),
        ),
      }),
    }),
  }),
});

/** RabbitMQ's cluster operator. An even number of members tolerates no more failures than one fewer. */
export const rabbitmqCluster = kind('rabbitmq.com/v1beta1', 'RabbitmqCluster', {
  spec: z.strictObject({
    replicas: z.int().refine((count) => count % 2 === 1, 'is even'),
    image: z.string().regex(/:\d/),
    persistence: z.strictObject({ storage: bytes }),
    tls: z.strictObject({ secretName: dnsName, disableNonTLSListeners: z.literal(true) }),
    resources,
  }),
});

export const externalSecret = kind('external-secrets.io/v1', 'ExternalSecret', {
  spec: z.strictObject({
    refreshInterval: z.string().regex(/^\d+[smh]$/),
    secretStoreRef: z.strictObject({ kind: z.enum(['SecretStore', 'ClusterSecretStore']), name: dnsName }),
    target: z.strictObject({ name: dnsName, creationPolicy: z.literal('Owner') }),
    data: z
      .array(
        z.strictObject({
          secretKey: z.string().regex(/^[-.\w]+$/),
          remoteRef: z.strictObject({ key: z.string(), property: z.string() }),
        }),
      )
      .min(1),
  }),
});

/** cert-manager: an authority. */
export const issuer = kind('cert-manager.io/v1', 'Issuer', {
  spec: z.union([
    z.strictObject({ selfSigned: z.strictObject({}) }),
    z.strictObject({ ca: z.strictObject({ secretName: dnsName }) }),
  ]),
});

/** cert-manager: a certificate with its key in a secret, renewed when a third of its time is left. */
export const certificate = kind('cert-manager.io/v1', 'Certificate', {
  spec: z.strictObject({
    secretName: dnsName,
    commonName: z.string().optional(),
    isCA: z.literal(true).optional(),
    duration: z.string().regex(/^\d+h$/),
    privateKey: z.strictObject({ algorithm: z.literal('ECDSA'), size: z.literal(256) }),
    usages: z.array(z.enum(['server auth', 'client auth'])).optional(),
    dnsNames: z.array(z.string()).optional(),
    issuerRef: z.strictObject({ kind: z.literal('Issuer'), name: dnsName }),
  }),
});

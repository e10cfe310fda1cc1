import { z } from 'zod';
import { podMonitor, prometheusRule } from './monitoring.js';
import { ingress, networkPolicy } from './network.js';
import {
  certificate,
  externalSecret,
  issuer,
  mongoDbCommunity,
  rabbitmqCluster,
  scaledObject,
  triggerAuthentication,
} from './operators.js';
import {
  configMap,
  cronJob,
  deployment,
  horizontalPodAutoscaler,
  job,
  namespace,
  podDisruptionBudget,
  service,
  serviceAccount,
} from './workloads.js';

/**
 * Every kind in our manifests, with the fields they use: stricter than Kubernetes, so that a misspelt field fails,
 * and a new one is added here deliberately.
 */
export const manifest = z.discriminatedUnion('kind', [
  certificate,
  configMap,
  cronJob,
  deployment,
  externalSecret,
  horizontalPodAutoscaler,
  ingress,
  issuer,
  job,
  mongoDbCommunity,
  namespace,
  networkPolicy,
  podDisruptionBudget,
  podMonitor,
  prometheusRule,
  rabbitmqCluster,
  scaledObject,
  service,
  serviceAccount,
  triggerAuthentication,
]);
export type Manifest = z.output<typeof manifest>;
export type Kind = Manifest['kind'];
export type Of<K extends Kind> = Extract<Manifest, { kind: K }>;

/** The resources of one kind. */
export const ofKind = <K extends Kind>(resources: readonly Manifest[], kind: K): Of<K>[] =>
  resources.filter((each): each is Of<K> => each.kind === kind);

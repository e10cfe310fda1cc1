import { z } from 'zod';
import { ingress, networkPolicy } from './network.js';
import {
  externalSecret,
  mongoDbCommunity,
  rabbitmqCluster,
  scaledObject,
  triggerAuthentication,
} from './operators.js';
import {
  configMap,
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
  configMap,
  deployment,
  externalSecret,
  horizontalPodAutoscaler,
  ingress,
  job,
  mongoDbCommunity,
  namespace,
  networkPolicy,
  podDisruptionBudget,
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

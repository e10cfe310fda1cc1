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
 * Every kind that our manifests use, with the fields that they use: narrower than Kubernetes' own, so that a misspelt
 * field is a failure here, and a new one is looked up and added before it is written.
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

/** Those of one kind among resources. */
export const ofKind = <K extends Kind>(resources: readonly Manifest[], kind: K): Of<K>[] =>
  resources.filter((each): each is Of<K> => each.kind === kind);

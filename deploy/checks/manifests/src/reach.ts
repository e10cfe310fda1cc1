import type { NetworkPolicy } from './kinds/network.js';
import { selects } from './select-pods.js';

type Labels = Readonly<Record<string, string>>;
type Peer = NonNullable<NonNullable<NetworkPolicy['spec']['egress']>[number]['to']>[number];
type Ports = NonNullable<NetworkPolicy['spec']['egress']>[number]['ports'];

const isPeer = ({ podSelector, namespaceSelector, ipBlock }: Peer, labels: Labels | undefined) =>
  labels === undefined
    ? ipBlock !== undefined
    : namespaceSelector === undefined && podSelector !== undefined && selects(podSelector, labels);

const isPort = (ports: Ports, port: number) =>
  ports === undefined ||
  ports.some(
    ({ port: from, endPort = from, protocol }) => protocol === 'TCP' && port >= from && port <= endPort,
  );

/**
 * Whether network policies allow traffic: `from`'s egress and `to`'s ingress must allow it; without `to` the target
 * is external. Pods without a policy for a direction are unrestricted; one allowing policy is enough (Kubernetes'
 * own rule).
 */
export function mayReach(
  policies: readonly NetworkPolicy[],
  { from, to, port }: { from: Labels; to: Labels | undefined; port: number },
): boolean {
  const concerning = (labels: Labels, direction: 'Ingress' | 'Egress') =>
    policies
      .map(({ spec }) => spec)
      .filter(
        ({ podSelector, policyTypes }) => policyTypes.includes(direction) && selects(podSelector, labels),
      );
  const out = concerning(from, 'Egress');
  const into = to === undefined ? [] : concerning(to, 'Ingress');
  return (
    (out.length === 0 ||
      out.some(({ egress = [] }) =>
        egress.some(
          ({ to: peers, ports }) =>
            isPort(ports, port) && (peers === undefined || peers.some((peer) => isPeer(peer, to))),
        ),
      )) &&
    (into.length === 0 ||
      into.some(({ ingress = [] }) =>
        ingress.some(
          ({ from: peers, ports }) => isPort(ports, port) && peers.some((peer) => isPeer(peer, from)),
        ),
      ))
  );
}

import { z } from 'zod';
import { dnsName, kind, port, selector } from './common.js';

const peer = z
  .strictObject({
    podSelector: selector.optional(),
    namespaceSelector: selector.optional(),
    ipBlock: z.strictObject({ cidr: z.cidrv4(), except: z.array(z.cidrv4()).optional() }).optional(),
  })
  .refine((given) => Object.keys(given).length > 0, 'names nobody, which means everybody');

const ports = z
  .array(z.strictObject({ port, endPort: port.optional(), protocol: z.enum(['TCP', 'UDP']) }))
  .min(1);

const ingressRule = z.strictObject({ from: z.array(peer).min(1), ports: ports.optional() });
const egressRule = z
  .strictObject({ to: z.array(peer).min(1).optional(), ports: ports.optional() })
  .refine(({ to, ports: named }) => to !== undefined || named !== undefined, 'lets everything out');

export const networkPolicy = kind('networking.k8s.io/v1', 'NetworkPolicy', {
  spec: z.strictObject({
    podSelector: selector,
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])).min(1),
    ingress: z.array(ingressRule).optional(),
    egress: z.array(egressRule).optional(),
  }),
});
export type NetworkPolicy = z.output<typeof networkPolicy>;

export const ingress = kind('networking.k8s.io/v1', 'Ingress', {
  spec: z.strictObject({
    ingressClassName: dnsName.optional(),
    rules: z
      .array(
        z.strictObject({
          host: z.hostname(),
          http: z.strictObject({
            paths: z.array(
              z.strictObject({
                path: z.string().startsWith('/'),
                pathType: z.enum(['Prefix', 'Exact']),
                backend: z.strictObject({
                  service: z.strictObject({ name: dnsName, port: z.strictObject({ name: z.string() }) }),
                }),
              }),
            ),
          }),
        }),
      )
      .min(1),
    tls: z.array(z.strictObject({ hosts: z.array(z.hostname()), secretName: dnsName })).optional(),
  }),
});

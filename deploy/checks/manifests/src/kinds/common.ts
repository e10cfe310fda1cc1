import { z } from 'zod';

/** A DNS label or subdomain (RFC 1123), as for most resource names. */
export const dnsName = z.string().regex(/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/);
export const port = z.int().min(1).max(65_535);
/** A port number, or the name of a container port. */
export const portOrName = z.union([port, z.string().regex(/^[a-z][a-z0-9-]{0,14}$/)]);
/** A quantity of CPU, `250m`, or memory, `384Mi`. */
export const cpu = z.string().regex(/^\d+m?$/);
export const bytes = z.string().regex(/^\d+(?:Ki|Mi|Gi|Ti)$/);

const label = z.string().regex(/^(?:[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?)?$/);
export const labels = z.record(z.string(), label);

export const metadata = z.strictObject({
  name: z.string().regex(/^[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/),
  namespace: dnsName.optional(),
  labels: labels.optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});

/** A pod selector. An empty one matches all. */
export const selector = z.strictObject({
  matchLabels: labels.optional(),
  matchExpressions: z
    .array(
      z.strictObject({ key: z.string(), operator: z.enum(['In', 'NotIn']), values: z.array(label).min(1) }),
    )
    .optional(),
});
export type Selector = z.output<typeof selector>;

/** CPU and memory requests, and a memory limit: all required. */
export const resources = z.strictObject({
  requests: z.strictObject({ cpu, memory: bytes }),
  limits: z.strictObject({ memory: bytes }),
});

export const kind = <K extends string, V extends string, S extends z.ZodRawShape>(
  apiVersion: V,
  name: K,
  rest: S,
) => z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(name), metadata, ...rest });

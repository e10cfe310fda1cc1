import { z } from 'zod';

/** A name that a host may have (RFC 1123), as most resources are named. */
export const dnsName = z.string().regex(/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/);
export const port = z.int().min(1).max(65_535);
/** A port by its number, or by the name that a container gives it. */
export const portOrName = z.union([port, z.string().regex(/^[a-z][a-z0-9-]{0,14}$/)]);
/** An amount of processor, `250m`, or of memory, `384Mi`. */
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

/** Which pods are meant. An empty one means all of them. */
export const selector = z.strictObject({
  matchLabels: labels.optional(),
  matchExpressions: z
    .array(
      z.strictObject({ key: z.string(), operator: z.enum(['In', 'NotIn']), values: z.array(label).min(1) }),
    )
    .optional(),
});
export type Selector = z.output<typeof selector>;

/** Processor and memory that a container asks for, and the memory that it may have: none goes without. */
export const resources = z.strictObject({
  requests: z.strictObject({ cpu, memory: bytes }),
  limits: z.strictObject({ memory: bytes }),
});

export const kind = <K extends string, V extends string, S extends z.ZodRawShape>(
  apiVersion: V,
  name: K,
  rest: S,
) => z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(name), metadata, ...rest });

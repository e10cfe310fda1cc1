import { z } from 'zod';

const apiVersion = 'kustomize.config.k8s.io';

const patch = z.strictObject({
  path: z.string().optional(),
  patch: z.string().optional(),
  target: z.strictObject({ kind: z.string(), name: z.string().optional() }).optional(),
  /** Of a patch that makes another resource of a copy. */
  options: z.strictObject({ allowNameChange: z.literal(true) }).optional(),
});

const fields = {
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  labels: z
    .array(
      z.strictObject({
        pairs: z.record(z.string(), z.string()),
        includeTemplates: z.boolean().default(false),
      }),
    )
    .default([]),
  images: z
    .array(
      z.strictObject({ name: z.string(), newName: z.string().optional(), newTag: z.string().optional() }),
    )
    .default([]),
  configMapGenerator: z
    .array(
      z.strictObject({
        name: z.string(),
        behavior: z.literal('merge').optional(),
        literals: z.array(z.string().regex(/^[A-Z_]+=/)),
      }),
    )
    .default([]),
  patches: z
    .array(
      patch.refine(
        (given) => (given.path === undefined) !== (given.patch === undefined),
        'has either a path or a patch',
      ),
    )
    .default([]),
};

/** The fields our kustomizations use, and no more: others would be ignored silently. */
export const kustomization = z.discriminatedUnion('kind', [
  z.strictObject({
    apiVersion: z.literal(`${apiVersion}/v1beta1`),
    kind: z.literal('Kustomization'),
    ...fields,
  }),
  z.strictObject({
    apiVersion: z.literal(`${apiVersion}/v1alpha1`),
    kind: z.literal('Component'),
    ...fields,
  }),
]);
export type Kustomization = z.output<typeof kustomization>;

/** The operations of a JSON patch (RFC 6902) that our patches use. */
export const jsonPatch = z.array(
  z.discriminatedUnion('op', [
    z.strictObject({ op: z.enum(['add', 'replace']), path: z.string().startsWith('/'), value: z.json() }),
    z.strictObject({ op: z.literal('remove'), path: z.string().startsWith('/') }),
  ]),
);
export type JsonPatch = z.output<typeof jsonPatch>;

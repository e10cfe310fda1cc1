import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import type { Json } from './json-values.js';

const json: z.ZodType<Json> = z.json();

/** The fields of every Kubernetes resource; the rest is in the schema of its kind. */
export const resource = z
  .object({
    apiVersion: z.string(),
    kind: z.string(),
    metadata: z
      .object({
        name: z.string(),
        namespace: z.string().optional(),
        labels: z.record(z.string(), z.string()).optional(),
        annotations: z.record(z.string(), z.string()).optional(),
      })
      .catchall(json),
  })
  .catchall(json);
export type Resource = z.output<typeof resource>;

/** The documents of a YAML text; throws on errors. Anchors are errors: nobody needs them. */
export function documentsIn(text: string): unknown[] {
  return [...parseAllDocuments(text, { uniqueKeys: true })].map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS({ maxAliasCount: 0 }) as unknown;
  });
}

/** The resources of a manifest. */
export const resourcesIn = (text: string): Resource[] =>
  documentsIn(text).map((document) => resource.parse(document));

/** The identity of a resource. */
export const idOf = ({ kind, metadata: { name } }: Pick<Resource, 'kind' | 'metadata'>) => `${kind} ${name}`;

import { readFileSync } from 'node:fs';
import { z } from 'zod';

const schema = z.record(z.string(), z.unknown());

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema,
});

const operation = z.object({
  id: z.string(),
  host: z.string(),
  method: z.enum(['GET', 'POST', 'DELETE']),
  path: z.string(),
  parameters: z.array(parameter),
  form: schema.nullable(),
  answers: z.record(z.string(), schema.nullable()),
});
export type SlimOperation = z.output<typeof operation>;
export type Schema = z.output<typeof schema>;

const document = z.object({
  source: z.string(),
  operations: z.array(operation),
  schemas: z.record(z.string(), schema),
});

/** The published interface, reduced to what is used (tools/cut-openapi.mjs). */
export function readSlimDocument() {
  const file = new URL('../../openapi/twilio.json', import.meta.url);
  return document.parse(JSON.parse(readFileSync(file, 'utf8')));
}

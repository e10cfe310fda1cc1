import { z } from 'zod';

/** The names of the environment variables that a settings schema reads. */
export function settingNames(schema: unknown): string[] {
  if (schema instanceof z.ZodPipe) return [...new Set([schema.in, schema.out].flatMap(settingNames))];
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return [...new Set(schema.options.flatMap(settingNames))];
  return [];
}

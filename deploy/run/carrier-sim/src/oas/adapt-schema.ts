import type { Schema } from './slim-document.js';

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null while a conference is live, which the document omits. */
const nullableThough = new Set(['reason_conference_ended']);

/** Relative in every real response, although the document says URI. */
const relative = /^(uri|(first|next|previous)_page_uri)$/;

function adaptProperty(name: string, value: unknown, isAnswer: boolean): unknown {
  const adapted = adaptSchema(value, isAnswer);
  if (!isAnswer || !isObject(adapted)) return adapted;
  if (nullableThough.has(name)) return { anyOf: [adapted, { type: 'null' }] };
  if (!relative.test(name)) return adapted;
  const { format: _, ...rest } = adapted;
  return rest;
}

/**
 * Converts a schema of the document for a JSON Schema validator: references in one place, objects closed, so that
 * an undocumented field is an error.
 */
export function adaptSchema(value: unknown, isAnswer: boolean): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => adaptSchema(each, isAnswer));
  if (!isObject(value)) return value;
  const { properties, $ref, nullable, ...others } = value;
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/schemas/', 'twilio#/schemas/') };
  const rest = Object.fromEntries(
    Object.entries(others).map(([key, each]) => [key, adaptSchema(each, isAnswer)]),
  );
  return {
    ...rest,
    ...(nullable === true && 'type' in value ? { nullable } : {}),
    ...(isObject(properties)
      ? {
          additionalProperties: false,
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [name, adaptProperty(name, each, isAnswer)]),
          ),
        }
      : {}),
  };
}

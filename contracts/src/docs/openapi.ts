import { z } from 'zod';
import { apiKeyPrefix, keyScope } from '../codes/key-scopes.js';
import { errorAnswer } from '../errors.js';
import type { Endpoint } from '../endpoint/endpoint.js';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

interface Property {
  [key: string]: unknown;
}

const placeOf = { params: 'path', query: 'query', headers: 'header' } as const;

function parameters(endpoint: Endpoint) {
  return (['params', 'query', 'headers'] as const).flatMap((place) => {
    const schema = endpoint[place];
    if (!schema) return [];
    const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
      properties?: Record<string, Property>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: placeOf[place],
      required: place === 'params' || required.includes(name),
      schema: property,
    }));
  });
}

function requestBody(endpoint: Endpoint) {
  if (!endpoint.body) return {};
  const schema = jsonSchema(endpoint.body, 'input');
  const file = { type: 'string', contentMediaType: 'text/csv' };
  const content =
    endpoint.bodyKind === 'multipart'
      ? { 'multipart/form-data': { schema: { allOf: [schema, { type: 'object', properties: { file } }] } } }
      : { 'application/json': { schema, example: endpoint.example.body } };
  return { requestBody: { required: true, content } };
}

/** Who makes a call: everybody, whoever is signed in, or an API key with its scope. */
function securityOf({ access, scope }: Endpoint) {
  if (access === 'public') return { security: [] };
  return scope === undefined ? {} : { security: [{ apiKey: [scope] }] };
}

function operation(endpoint: Endpoint) {
  const answer =
    endpoint.answerKind === 'file'
      ? { 'text/csv': { schema: { type: 'string' } } }
      : {
          'application/json': {
            schema: jsonSchema(endpoint.answer, 'output'),
            example: endpoint.example.answer,
          },
        };
  return {
    operationId: endpoint.name,
    tags: [endpoint.service === 'named' ? 'system' : endpoint.service],
    summary: endpoint.summary,
    description:
      endpoint.scope === undefined
        ? `Access: ${endpoint.access}.`
        : `Access: an API key with the scope ${endpoint.scope}.`,
    ...securityOf(endpoint),
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: {
      200: { description: 'As asked', content: answer },
      default: {
        description: 'Error; see the code',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
      },
    },
  };
}

/**
 * The OpenAPI 3.1 document of every call that a client may make; calls between services are left out. Made from the
 * schemas alone, so it cannot say anything else than what the services check.
 */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    if (endpoint.access === 'internal') continue;
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Call-centre API',
      version: '1',
      description: 'Responses that report an outcome have status (the snackbar colour) and message.',
    },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${apiKeyPrefix}…`,
          description: `An API key, made under Settings, API keys. Scopes: ${keyScope.options.join(', ')}.`,
        },
      },
      schemas: { ErrorAnswer: jsonSchema(errorAnswer, 'output') },
    },
  };
}

import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { adaptSchema } from './adapt-schema.js';
import { readSlimDocument, type Schema, type SlimOperation } from './slim-document.js';

export interface ApiRequest {
  method: string;
  /** With the real host, api.twilio.com, not the simulated one. */
  url: string;
  /** The fields as sent, or as the client library holds them before. */
  form?: Readonly<Record<string, unknown>> | undefined;
}

export interface ApiAnswer {
  status: number;
  body: unknown;
}

/** Validates requests and responses against the published interface; each returns violations as sentences. */
export interface ApiCheck {
  request(request: ApiRequest): string[];
  answer(request: ApiRequest, answer: ApiAnswer): string[];
}

interface Compiled extends SlimOperation {
  pattern: RegExp;
  checkForm: () => ValidateFunction;
  checkQuery: () => ValidateFunction;
  checkPath: () => ValidateFunction;
  checkAnswer: (status: string) => ValidateFunction | undefined;
}

const errorBody = {
  type: 'object',
  required: ['code', 'message', 'more_info', 'status'],
  additionalProperties: false,
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    more_info: { type: 'string' },
    status: { type: 'integer' },
    details: { type: 'object', nullable: true },
  },
};

/** The audio of a recording and the file of a message: served beside the interface, and not documented in it. */
const media =
  /^\/2010-04-01\/Accounts\/AC[0-9a-f]{32}\/(Recordings\/RE[0-9a-f]{32}(\.wav|\.mp3)?|Messages\/(SM|MM)[0-9a-f]{32}\/Media\/ME[0-9a-f]{32})$/i;

function createAjv(): Ajv {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const free = [
    ...['endpoint', 'phone-number', 'twiml', 'uri-map', 'currency', 'phone-number-capabilities'],
    'iso-country-code',
  ];
  for (const name of free) ajv.addFormat(name, true);
  ajv.addFormat('http-method', /^(GET|POST|HEAD|PUT|PATCH|DELETE)$/);
  ajv.addFormat(
    'date-time-rfc-2822',
    /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} [+-]\d{4}$/,
  );
  return ajv;
}

/** Converts a form field to its documented type: forms contain only text. */
function typed(value: unknown, schema: unknown): unknown {
  const type = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined;
  if (type === 'array') return (Array.isArray(value) ? value : [value]).map(String);
  const text = value instanceof Date ? value.toISOString() : String(value);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if ((type === 'integer' || type === 'number') && text !== '' && !Number.isNaN(Number(text)))
    return Number(text);
  return text;
}

function typedAll(fields: Readonly<Record<string, unknown>>, properties: Schema) {
  return Object.fromEntries(
    Object.entries(fields)
      // An empty value removes what there was, whatever its format.
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, typed(value, properties[name])]),
  );
}

const propertiesOf = (form: Schema | null): Schema => {
  const properties = form?.['properties'];
  return typeof properties === 'object' && properties !== null ? { ...properties } : {};
};

function parametersAs(operation: SlimOperation, where: 'path' | 'query') {
  const own = operation.parameters.filter((parameter) => parameter.in === where);
  return {
    type: 'object',
    additionalProperties: false,
    required: own.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(own.map(({ name, schema }) => [name, schema])),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function compile(ajv: Ajv, operation: SlimOperation): Compiled {
  const source = operation.path
    .replaceAll('.', '\\.')
    .replace(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>[^/]+?)`);
  const request = (schema: unknown) => once(() => ajv.compile({ ...Object(adaptSchema(schema, false)) }));
  const answers = new Map(
    Object.entries(operation.answers).map(([status, schema]) => [
      status,
      once(() => ajv.compile({ ...Object(adaptSchema(schema ?? { type: 'null', nullable: true }, true)) })),
    ]),
  );
  return {
    ...operation,
    pattern: new RegExp(`^${source}$`),
    checkForm: request(operation.form ?? { type: 'object', properties: {} }),
    checkQuery: request(parametersAs(operation, 'query')),
    checkPath: request(parametersAs(operation, 'path')),
    checkAnswer: (status) => answers.get(status)?.(),
  };
}

function problems(what: string, validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [what, instancePath, message ?? 'is wrong', JSON.stringify(params)].filter(Boolean).join(' '),
  );
}

const isEmpty = (body: unknown) => body === undefined || body === null || body === '';

/** Compiles the validator from the committed document, each operation on first use. */
export function createApiCheck(): ApiCheck {
  const { operations, schemas } = readSlimDocument();
  const ajv = createAjv();
  ajv.addSchema({
    $id: 'twilio',
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, adaptSchema(one, true)])),
  });
  const compiled = operations.map((operation) => compile(ajv, operation));
  const checkError = ajv.compile(errorBody);

  function find({ method, url }: ApiRequest) {
    const { host, pathname } = new URL(url);
    return compiled.find(
      (one) => one.host === host && one.method === method.toUpperCase() && one.pattern.test(pathname),
    );
  }

  const unknown = ({ method, url }: ApiRequest) =>
    method.toUpperCase() === 'GET' && media.test(new URL(url).pathname)
      ? []
      : [`${method} ${url} is no operation of the interface`];

  return {
    request: (request) => {
      const operation = find(request);
      if (!operation) return unknown(request);
      const { pathname, searchParams } = new URL(request.url);
      const path = operation.pattern.exec(pathname)?.groups ?? {};
      const decoded = Object.fromEntries(
        Object.entries(path).map(([name, value]) => [name, decodeURIComponent(value)]),
      );
      const queryTypes = Object.fromEntries(operation.parameters.map(({ name, schema }) => [name, schema]));
      const query = typedAll(Object.fromEntries(searchParams), queryTypes);
      const form = typedAll(request.form ?? {}, propertiesOf(operation.form));
      return [
        ...problems(`${operation.id} path`, operation.checkPath(), decoded),
        ...problems(`${operation.id} query`, operation.checkQuery(), query),
        ...problems(`${operation.id} form`, operation.checkForm(), form),
      ];
    },
    answer: (request, { status, body }) => {
      const operation = find(request);
      if (!operation) return unknown(request);
      if (status >= 400) return problems(`${operation.id} ${String(status)}`, checkError, body);
      const check = operation.checkAnswer(String(status));
      if (!check) return [`${operation.id} answered ${String(status)}, which it never does`];
      if (status === 204) return isEmpty(body) ? [] : [`${operation.id} answered 204 with a body`];
      return problems(`${operation.id} ${String(status)}`, check, body);
    },
  };
}

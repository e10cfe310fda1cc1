import { z } from 'zod';
import { batchSize, contentTypes, envelope, exchanges, type MessageSpec } from '../bus/envelope.js';
import type { ClientEvent } from '../sockets/client-events.js';
import type { ServerEvent } from '../sockets/server-events.js';

const jsonSchema = (schema: z.ZodType) => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

/** Names inside an AsyncAPI document may hold letters, digits, dots, dashes and underscores alone. */
const keyOf = (name: string) => name.replace(/[^\w.-]/g, '_');

interface Part {
  key: string;
  address: string;
  action: 'send' | 'receive';
  server: 'bus' | 'sockets';
  title: string;
  summary: string;
  payload: unknown;
  example: unknown;
  bindings?: unknown;
  contentType?: string;
  /** Whether many at once come as one message, an array of them. */
  isBatched?: true;
}

/** A whole message as it looks on the bus, around the example of its data. */
function exampleOf(kind: 'events' | 'commands', message: MessageSpec): z.input<typeof envelope> {
  const isEvent = kind === 'events';
  const sender = isEvent ? (message.owner[0] ?? 'leads') : 'integrator.acme';
  return {
    specversion: '1.0',
    id: '019aa0a4-6f3c-7c7e-9d0f-2f6a8f0c3b11',
    source: sender,
    type: message.type,
    time: '2026-11-20T17:38:00.000Z',
    subject: `${message.type.split('.', 1)[0] ?? ''}/66f0a1b2c3d4e5f601020304`,
    dataschema: `urn:crm:${message.type}`,
    datacontenttype: 'application/json',
    data: message.example,
    correlationid: '019aa0a4-6f3c-7c7e-9d0f-2f6a8f0c3b10',
    actorid: isEvent ? 'system' : sender,
    actorrole: 'system',
    sequence: isEvent ? 3 : 0,
  };
}

/** Who publishes an event and who consumes it, or who consumes a command. */
function routeOf(kind: 'events' | 'commands', { owner, consumers = [] }: MessageSpec): string {
  if (kind === 'commands') return `Consumed by ${owner.join(', ')}.`;
  const consumed = consumers.length === 0 ? '' : ` Consumed by ${consumers.join(', ')}.`;
  return `Published by ${owner.join(', ')}.${consumed}`;
}

function busPart(kind: 'events' | 'commands', message: MessageSpec): Part {
  const exchange = exchanges[kind];
  const { properties, ...rest } = jsonSchema(envelope) as { properties: Record<string, unknown> };
  return {
    key: keyOf(`${kind}.${message.type}`),
    address: message.type,
    // Seen from an integrator: events are read, commands are sent.
    action: kind === 'events' ? 'receive' : 'send',
    server: 'bus',
    title: message.type,
    summary: `${message.summary} ${routeOf(kind, message)}`,
    payload: {
      ...rest,
      properties: { ...properties, type: { const: message.type }, data: jsonSchema(message.data) },
    },
    example: exampleOf(kind, message),
    bindings: { amqp: { is: 'routingKey', exchange: { name: exchange, type: 'topic', durable: true } } },
    contentType: contentTypes.event,
    ...(message.batched && { isBatched: true }),
  };
}

function clientPart(event: ClientEvent): Part {
  return {
    key: keyOf(`client.${event.name}`),
    address: event.name,
    action: 'send',
    server: 'sockets',
    title: event.name,
    summary: `${event.summary} Access: ${event.access}.`,
    payload: jsonSchema(event.payload),
    example: event.example.payload,
  };
}

function serverPart(event: ServerEvent): Part {
  return {
    key: keyOf(`server.${event.name}`),
    address: event.name,
    action: 'receive',
    server: 'sockets',
    title: event.name,
    summary: `Told to: ${event.rooms}.`,
    payload: jsonSchema(event.payload),
    example: event.example,
  };
}

const batchKeyOf = (key: string) => `${key}.batch`;

/** Several events of one type in one message. */
const batchOf = ({ key, title, example }: Part) => ({
  name: `${title} (batch)`,
  title: `${title}, several`,
  summary: `Up to ${String(batchSize)} at once, each an event by itself; the content type tells.`,
  contentType: contentTypes.batch,
  payload: {
    type: 'array',
    minItems: 1,
    maxItems: batchSize,
    items: { $ref: `#/components/messages/${key}/payload` },
  },
  examples: [{ payload: [example] }],
});

/** The AsyncAPI 3 document of the bus and of the live events, made from the schemas alone. */
export function asyncApiDocument(catalogue: {
  events: readonly MessageSpec[];
  commands: readonly MessageSpec[];
  clientEvents: readonly ClientEvent[];
  serverEvents: readonly ServerEvent[];
}) {
  const parts = [
    ...catalogue.events.map((message) => busPart('events', message)),
    ...catalogue.commands.map((message) => busPart('commands', message)),
    ...catalogue.clientEvents.map(clientPart),
    ...catalogue.serverEvents.map(serverPart),
  ];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Call-centre messages',
      version: '1',
      description: 'Bus messages (CloudEvents 1.0 as JSON) and live socket events.',
    },
    defaultContentType: 'application/json',
    servers: {
      bus: { host: 'rabbitmq:5672', protocol: 'amqp' },
      sockets: { host: 'localhost:8080', protocol: 'ws', pathname: '/socket.io' },
    },
    channels: Object.fromEntries(
      parts.map(({ key, address, server, bindings, isBatched }) => [
        key,
        {
          address,
          servers: [{ $ref: `#/servers/${server}` }],
          messages: {
            message: { $ref: `#/components/messages/${key}` },
            ...(isBatched && { batch: { $ref: `#/components/messages/${batchKeyOf(key)}` } }),
          },
          ...(bindings ? { bindings } : {}),
        },
      ]),
    ),
    operations: Object.fromEntries(
      parts.map(({ key, action }) => [key, { action, channel: { $ref: `#/channels/${key}` } }]),
    ),
    components: {
      messages: Object.fromEntries(
        parts.flatMap((part): [string, object][] => {
          const { key, title, summary, payload, example, contentType, isBatched } = part;
          const message = {
            ...{ name: title, title, summary, payload },
            ...(contentType && { contentType }),
            ...(example === null ? {} : { examples: [{ payload: example }] }),
          };
          return [
            [key, message],
            ...(isBatched ? [[batchKeyOf(key), batchOf(part)] as [string, object]] : []),
          ];
        }),
      ),
    },
  };
}

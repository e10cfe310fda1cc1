import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { commands } from './bus/commands.js';
import { events } from './bus/events.js';
import { endpoints } from './http/all.js';
import { createMatcher, overlap } from './http/match-route.js';
import { clientEvents } from './sockets/client-events.js';
import { serverEvents } from './sockets/server-events.js';

const everyClientEvent = Object.values(clientEvents);
const everyServerEvent = Object.values(serverEvents);

describe('every example passes its schema', () => {
  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
    for (const place of ['params', 'query', 'headers', 'body'] as const)
      endpoint[place]?.parse(endpoint.example[place]);
    endpoint.answer.parse(endpoint.example.answer);
  });

  test.each([...events, ...commands].map((message) => [message.type, message] as const))(
    '%s',
    (_type, message) => {
      message.data.parse(message.example);
    },
  );

  test.each(everyClientEvent.map((event) => [event.name, event] as const))('%s', (_name, event) => {
    event.payload.parse(event.example.payload);
    event.answer.parse(event.example.answer);
  });

  test.each(everyServerEvent.map((event) => [event.name, event] as const))('%s', (_name, event) => {
    event.payload.parse(event.example);
  });
});

test('a call between services names its callers, and no other call has any', () => {
  for (const { access, callers = [], name } of endpoints) {
    expect([name, callers.length > 0]).toEqual([name, access === 'internal']);
  }
});

test('names and addresses are unique', () => {
  const unique = (values: readonly string[]) => {
    expect(values).toEqual([...new Set(values)]);
  };
  unique(endpoints.map(({ name }) => name));
  unique(endpoints.map(({ method, path }) => `${method} ${path}`));
  unique([...events, ...commands].map(({ type }) => type));
  unique(everyClientEvent.map(({ name }) => name));
  unique(everyServerEvent.map(({ name }) => name));
});

test('a call is named as the constant that it is imported by', async () => {
  const folder = join(import.meta.dirname, 'http');
  const files = readdirSync(folder).filter((file) => /^(?!.*\.test)[\w-]+\.ts$/.test(file));
  const named = z.object({ name: z.string(), method: z.string(), path: z.string() });
  const modules = await Promise.all(
    files.map(async (file): Promise<unknown> => import(`./http/${file.replace(/ts$/, 'js')}`)),
  );
  const calls = modules
    .flatMap((exported) => Object.entries(z.record(z.string(), z.unknown()).parse(exported)))
    .flatMap(([constant, value]) => {
      const call = named.safeParse(value).data;
      return call === undefined ? [] : [{ constant, name: call.name }];
    });
  expect(calls.map(({ name }) => name)).toEqual(calls.map(({ constant }) => constant));
  expect(calls.length).toBeGreaterThan(100);
});

test('a kept event keeps fields that its data has', () => {
  for (const { type, kept, example } of events.filter((event) => 'kept' in event)) {
    for (const path of kept?.fields ?? []) {
      const value = path
        .split('.')
        .reduce<unknown>((at, key) => z.record(z.string(), z.unknown()).parse(at)[key], example);
      expect([type, path, value]).not.toContain(undefined);
    }
  }
});

test('of two paths that overlap the one that is literal first wins', () => {
  const match = createMatcher(endpoints);
  const winners = endpoints.flatMap((a, index) =>
    endpoints.slice(index + 1).flatMap((b) => {
      if (!overlap(a, b)) return [];
      const [left, right] = [a, b].map(({ path }) => path.split('/'));
      const both = (left ?? [])
        .map((segment, at) => (segment.startsWith('{') ? (right?.[at] ?? '') : segment))
        .join('/');
      return [
        `${a.method} ${[a.path, b.path].sort().join(' | ')} -> ${match(a.method, both.replace(/\{\w+\}/g, 'x'))?.endpoint.path ?? 'none'}`,
      ];
    }),
  );
  expect(winners.sort()).toEqual([
    'GET /api/followup/filter-params/{id} | /api/followup/{leadId}/all -> /api/followup/filter-params/{id}',
    'GET /api/followup/user/{userId} | /api/followup/{leadId}/all -> /api/followup/user/{userId}',
    'GET /api/lead/raws | /api/lead/{id} -> /api/lead/raws',
    'GET /api/records/all | /api/records/{id} -> /api/records/all',
    'GET /api/rest/calls/live | /api/rest/calls/{id} -> /api/rest/calls/live',
    'PATCH /api/agents/scripts/{id} | /api/agents/{userId}/completed_lead -> /api/agents/scripts/{id}',
  ]);
});

const calls = z.object({
  calls: z.array(z.object({ method: z.string(), path: z.string(), service: z.string(), access: z.string() })),
});
const sockets = z.object({
  events: z.array(
    z.object({
      from: z.enum(['client', 'server']),
      name: z.string(),
      rooms: z.string().optional(),
      access: z.string().optional(),
      given: z.boolean(),
    }),
  ),
});
const messages = z.object({
  events: z.array(z.object({ type: z.string(), producer: z.string() })),
  commands: z.array(z.object({ type: z.string(), consumer: z.string() })),
});

// The catalogue lies beside the project on a developer's machine; elsewhere there is nothing to compare with.
const catalogue = join(process.cwd(), '../shared/spec');
const describeWithCatalogue = existsSync(catalogue) ? describe : describe.skip;

describeWithCatalogue('the catalogue', () => {
  const read = <S extends z.ZodType>(schema: S, name: string): z.output<S> =>
    schema.parse(JSON.parse(readFileSync(join(catalogue, name), 'utf8')));
  const report = (what: string, described: number, all: number) => {
    process.stdout.write(`catalogue: ${String(described)} of ${String(all)} ${what} described and served\n`);
  };

  test('calls: what is described has the method, path, owner and access of the catalogue', () => {
    const given = read(calls, 'calls.json').calls;
    const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    const wanted = new Map(given.map((call) => [keyOf(call), call]));
    const described = endpoints.filter((endpoint) => endpoint.given);
    for (const endpoint of described) {
      const { service, access } = wanted.get(keyOf(endpoint)) ?? {};
      expect([keyOf(endpoint), endpoint.service, endpoint.access]).toEqual([
        keyOf(endpoint),
        service,
        access,
      ]);
    }
    for (const endpoint of endpoints.filter((each) => !each.given))
      expect(wanted.has(keyOf(endpoint))).toBe(false);
    report('calls', described.length, given.length);
  });

  test('live events: what is described has the direction, access and rooms of the catalogue', () => {
    const given = read(sockets, 'sockets.json').events;
    const wanted = new Map(given.map((event) => [event.name, event]));
    for (const event of everyClientEvent) {
      const its = wanted.get(event.name);
      if (its)
        expect([event.name, its.from, its.access, its.given]).toEqual([
          event.name,
          'client',
          event.access,
          event.given,
        ]);
      else expect([event.name, event.given]).toEqual([event.name, false]);
    }
    for (const event of everyServerEvent) {
      const its = wanted.get(event.name);
      if (its)
        expect([event.name, its.from, its.rooms, its.given]).toEqual([
          event.name,
          'server',
          event.rooms,
          event.given,
        ]);
      else expect([event.name, event.given]).toEqual([event.name, false]);
    }
    const described = [...everyClientEvent, ...everyServerEvent].filter(({ name }) => wanted.has(name));
    report('live events', described.length, given.length);
  });

  test('messages: what is described has the owner of the catalogue', () => {
    const given = read(messages, 'messages.json');
    const wanted = new Map([
      ...given.events.map(({ type, producer }) => [type, producer] as const),
      ...given.commands.map(({ type, consumer }) => [type, consumer] as const),
    ]);
    for (const message of [...events, ...commands]) {
      const owner = wanted.get(message.type);
      if (owner === undefined) expect([message.type, message.given]).toEqual([message.type, false]);
      else expect([message.type, message.owner.join(', ')]).toEqual([message.type, owner]);
    }
    const described = [...events, ...commands].filter(({ type }) => wanted.has(type));
    report('messages', described.length, wanted.size);
  });
});

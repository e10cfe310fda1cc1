import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { signIn } from '@crm/contracts/http/auth.js';
import { restCreateLead } from '@crm/contracts/http/leads.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { openBrowser } from '@crm/gateway/test/browser.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { firstAdmin, startTestSystem } from './test/test-system.js';

const { email, password } = firstAdmin;
const lead = {
  type: 'life',
  source: 'clickListing',
  fullname: 'Rosalind Achterberg',
  email: 'r.achterberg@example.com',
  phone: '+12145550142',
  state: 'TX',
  birth_date: '1957-06-02',
  term: 'fex',
  rate_class: 'lb',
  coverage_amount: 15000,
  disability: 'Cremation',
} as const;

/** The part of an OTLP export in JSON that is checked here. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({
        attributes: z.array(
          z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) }),
        ),
      }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});
interface Step {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
}

let collector: Server;
let bodies: string[];

/** Creates a lead over HTTP and saves its status over a socket. */
async function click(url: string): Promise<void> {
  const stranger = httpClient(url);
  const { token } = (await stranger.call(signIn, { body: { email, password } })).answer;
  const admin = stranger.as(token);
  // A browser cannot join a trace of its choice.
  const forged = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  const { id } = (await admin.call(restCreateLead, { body: lead }, forged)).answer;
  const browser = openBrowser(url, token);
  await browser.connected;
  await browser.send(clientEvents.updateStatus.name, { lead_id: id, status: 'followUp' });
  browser.close();
}

beforeAll(async () => {
  bodies = [];
  collector = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8');
    req.on('data', (part: string) => (body += part));
    req.on('end', () => {
      if (req.url === '/v1/traces') bodies.push(body);
      res.setHeader('content-type', 'application/json');
      res.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));

  const { port } = collector.address() as AddressInfo;
  const system = await startTestSystem({ otlpEndpoint: `http://127.0.0.1:${String(port)}` });
  try {
    await click(system.url);
  } finally {
    // Shutdown flushes the outbox first and the traces last.
    await system.stop();
  }
});
afterAll(async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

function steps(): Step[] {
  return bodies.flatMap((body) =>
    exported.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ service, ...span })));
    }),
  );
}

/** The path from a span to its root, as service and name. */
function wayOf(all: readonly Step[], step: Step | undefined): string[] {
  if (step === undefined) return [];
  const parent = all.find(({ spanId }) => spanId === step.parentSpanId);
  return [...wayOf(all, parent), `${step.service}: ${step.name}`];
}

const handledBy = (service: string, name: string) => {
  const all = steps();
  return wayOf(
    all,
    all.find((step) => step.service === service && step.name === name),
  );
};

test('one click over HTTP is one trace, from the gateway through leads and the bus to stats', () => {
  expect(handledBy('stats', 'handle lead.created')).toEqual([
    'gateway: POST /api/rest/leads',
    'leads: POST /api/rest/leads',
    'leads: publish lead.created',
    'stats: handle lead.created',
  ]);
  expect(handledBy('gateway', 'emit lead.created').slice(0, 2)).toEqual([
    'gateway: POST /api/rest/leads',
    'leads: POST /api/rest/leads',
  ]);
});

test('one click over a socket is one trace, from the gateway through leads and the bus to stats', () => {
  const way = handledBy('stats', 'handle lead.status-changed');
  expect(way[0]).toBe(`gateway: EVENT ${clientEvents.updateStatus.name}`);
  expect(way.slice(-2)).toEqual(['leads: publish lead.status-changed', 'stats: handle lead.status-changed']);
  expect(way.filter((step) => step.startsWith('leads: '))).toHaveLength(2);
});

test('a trace begins at the gateway, whatever a browser sends along', () => {
  expect(bodies.join('')).not.toContain('a'.repeat(32));
});

test('probes and what services ask each other by themselves are no traces', () => {
  const all = steps();
  const roots = all.filter(({ parentSpanId }) => parentSpanId === undefined || parentSpanId === '');
  expect(roots.filter(({ name }) => /\/internal\/|healthz|readyz|metrics/.test(name))).toEqual([]);
});

test('nothing of a person is in a trace', () => {
  const all = bodies.join('');
  for (const value of [
    lead.fullname,
    'Achterberg',
    lead.email,
    '2145550142',
    lead.birth_date,
    email,
    password,
  ])
    expect(all).not.toContain(value);
});

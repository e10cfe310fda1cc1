import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { listConsents } from '@crm/contracts/http/consents.js';
import { ingestLead } from '@crm/contracts/http/intake.js';
import { partners } from '@crm/contracts/resources/partner.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';
import { until } from '../test/until.js';

const asked = z.object({
  by: z.string(),
  id: z.string(),
  url: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
const minute = 60_000;

let server: LeadsServer;
let port: Server;
let key: string;
/** What the port was asked, and what it answers next. */
let claims: (z.infer<typeof asked> & { key: string | undefined })[] = [];
let answer: (response: ServerResponse) => void;

const json = (status: number, body: object) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

beforeAll(async () => {
  port = createServer((request, response) => {
    void readBody(request).then((text) => {
      const idempotency = request.headers['idempotency-key'];
      claims.push({ ...asked.parse(JSON.parse(text)), key: idempotency?.toString() });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => port.listen(0, '127.0.0.1', resolve));
  const address = z.object({ port: z.number() }).parse(port.address());
  server = await startLeads({ CERTIFICATE_URL: `http://127.0.0.1:${String(address.port)}/claims` });
  const body = { code: 'harbor', name: 'Harbor Leads', sources: ['clickListing' as const] };
  ({ key } = (await server.admin.client.call(partners.calls.create, { body })).answer);
});
afterAll(async () => {
  await server.stop();
  port.closeAllConnections();
  await new Promise((resolve) => port.close(resolve));
});
beforeEach(() => {
  claims = [];
});

const work = () => server.service.ctx.certificateWork;
const settled = async () => {
  work().wake();
  await work().idle();
};

/** A lead with a certificate of TrustedForm, and of Jornaya where that is asked for. */
async function delivered(more: { jornaya_lead_id?: string } = {}) {
  const certificate = uniqueId();
  const lead = lifeInput();
  const body = { ...lead, trustedform_cert_url: `https://cert.trustedform.com/${certificate}`, ...more };
  const { answer: taken } = await server.stranger.call(
    ingestLead,
    { params: { source: 'clickListing' }, body },
    { 'x-api-key': key, 'idempotency-key': certificate },
  );
  return { id: taken.lead_id ?? '', certificate, lead };
}
/** By somebody who has just signed in: the clock goes far. */
const certificatesOf = async (id: string) =>
  (
    await (
      await server.signIn({ role_id: 1, subroles: [], states: [] })
    ).client.call(listConsents, { params: { id } })
  ).answer.consents.flatMap(({ certificates }) => certificates);

describe('a certificate that came with a lead', () => {
  test('is claimed at once, once, with whom it should be about', async () => {
    answer = json(200, { matched: true, expires_at: '2031-11-20T00:00:00.000Z' });
    const { id, certificate, lead } = await delivered();
    await until('it is claimed', async () => ((await certificatesOf(id))[0]?.claim ? true : undefined));
    expect(await certificatesOf(id)).toMatchObject([
      {
        claim: {
          result: 'matched',
          claimed_at: server.clock.now().toISOString(),
          expires_at: '2031-11-20T00:00:00.000Z',
        },
      },
    ]);
    expect(claims).toEqual([
      {
        by: 'trustedform',
        id: certificate,
        url: `https://cert.trustedform.com/${certificate}`,
        phone: lead.phone,
        email: lead.email.toLowerCase(),
        key: expect.stringMatching(new RegExp(`^[0-9a-f]{24}:trustedform:${certificate}$`)) as unknown,
      },
    ]);
    await server.advance(24 * 60 * minute);
    await settled();
    expect(claims).toHaveLength(1);
  });

  test('that is somebody else’s, and one that its issuer does not have, say so and are not asked for again', async () => {
    answer = json(200, { matched: false });
    const other = await delivered();
    await settled();
    expect(await certificatesOf(other.id)).toMatchObject([
      { claim: { result: 'mismatched', expires_at: null } },
    ]);
    answer = json(404, { message: 'Expired' });
    const gone = await delivered();
    await settled();
    expect(await certificatesOf(gone.id)).toMatchObject([{ claim: { result: 'refused' } }]);
    await server.advance(60 * minute);
    await settled();
    expect(claims).toHaveLength(2);
  });

  test.each<[what: string, (response: ServerResponse) => void]>([
    ['fails', json(503, {})],
    ['has too much to do', json(429, {})],
    ['answers what nobody understands', json(200, { ok: true })],
    ['hangs up', (response) => response.destroy()],
  ])('is asked for again, later each time, where the port %s', async (_what, failing) => {
    answer = failing;
    const { id } = await delivered();
    await settled();
    expect(await certificatesOf(id)).toMatchObject([{ claim: null }]);
    const before = claims.length;
    await settled();
    expect(claims).toHaveLength(before);
    await server.advance(minute);
    await settled();
    expect(claims).toHaveLength(before + 1);
    await server.advance(minute);
    await settled();
    expect(claims).toHaveLength(before + 1);
    answer = json(200, { matched: true });
    await server.advance(minute);
    await settled();
    expect(await certificatesOf(id)).toMatchObject([{ claim: { result: 'matched' } }]);
  });

  test('is given up once its issuer has dropped it', async () => {
    answer = json(503, {});
    const { id } = await delivered();
    await settled();
    for (let hours = 0; hours < 96; hours += 6) {
      await server.advance(6 * 60 * minute);
      await settled();
    }
    const tried = claims.length;
    expect(tried).toBeGreaterThan(10);
    await server.advance(24 * 60 * minute);
    await settled();
    expect(claims).toHaveLength(tried);
    expect(await certificatesOf(id)).toMatchObject([{ claim: null }]);
  });

  test('of two the one that is answered is not asked for again', async () => {
    let answers = 0;
    answer = (response) => {
      answers += 1;
      json(answers === 2 ? 500 : 200, { matched: true })(response);
    };
    const { id } = await delivered({ jornaya_lead_id: '01F3B2C4-9D8E-4A7B-B6C5-D4E3F2A1B0C9' });
    await settled();
    expect(await certificatesOf(id)).toMatchObject([{ claim: { result: 'matched' } }, { claim: null }]);
    await server.advance(minute);
    await settled();
    expect(claims.map(({ by }) => by)).toEqual(['trustedform', 'jornaya', 'jornaya']);
    expect(await certificatesOf(id)).toMatchObject([
      { claim: { result: 'matched' } },
      { claim: { result: 'matched' } },
    ]);
  });

  test('is claimed by another process after the one that asked is gone', async () => {
    const { consents } = server.service.ctx;
    answer = json(503, {});
    const { id } = await delivered();
    await settled();
    answer = json(200, { matched: true });
    await server.advance(minute);
    const other = await server.replica();
    await other.ctx.certificateWork.idle();
    await until('it is claimed', async () => ((await certificatesOf(id))[0]?.claim ? true : undefined));
    expect(await consents.countDocuments({ claim_at: { $type: 'date' } })).toBe(0);
  });
});

test('without a port certificates are stored and stay unclaimed', async () => {
  const plain = await startLeads();
  try {
    const body = { code: 'harbor', name: 'Harbor Leads', sources: ['clickListing' as const] };
    const partner = await plain.admin.client.call(partners.calls.create, { body });
    const { answer: taken } = await plain.stranger.call(
      ingestLead,
      {
        params: { source: 'clickListing' },
        body: { ...lifeInput(), trustedform_cert_url: 'https://cert.trustedform.com/0dc2a5' },
      },
      { 'x-api-key': partner.answer.key, 'idempotency-key': uniqueId() },
    );
    const { answer: known } = await plain.admin.client.call(listConsents, {
      params: { id: taken.lead_id ?? '' },
    });
    expect(known.consents).toMatchObject([{ certificates: [{ id: '0dc2a5', claim: null }] }]);
    expect(await plain.service.ctx.consents.countDocuments({ claim_at: { $type: 'date' } })).toBe(0);
  } finally {
    await plain.stop();
  }
});

import type { ObjectId } from 'mongodb';
import { z } from 'zod';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { leadPermission, mayContact } from '@crm/contracts/http/permission.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { withManyLeads } from './many-leads.js';
import { percentile } from './percentile.js';

const asked = 2_000;
const warmUp = 200;
const maxMs = 5;

/** The part of a stored lead that an attempt names. */
const reachable = z.object({
  _id: z.custom<ObjectId>(),
  phone: z.string(),
  user_id: z.custom<ObjectId>().nullable(),
});
type Reachable = z.infer<typeof reachable>;

async function took(calls: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[] = [];
  for (const call of calls) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  return times.slice(warmUp);
}

/**
 * What the answer to one question costs beside that many leads: an attempt before it is made, the attempt that is counted
 * as it is made, the same by the dialler, and what a lead's page shows. One after another, each of another lead.
 */
export async function benchPermission(options: {
  leads: number;
  log: (line: string) => void;
}): Promise<void> {
  await withManyLeads(options, async ({ system, leads, token, services }) => {
    // Anywhere among them, not the ones that were written last.
    const people = await Promise.all(
      Array.from({ length: asked + warmUp }, async () => {
        const from = `+1${String(3_000_000_000 + Math.floor(Math.random() * 4_000_000_000))}`;
        return reachable.parse(await leads.findOne({ phone: { $gte: from } }, { sort: { phone: 1 } }));
      }),
    );
    const admin = httpClient(system.leadsUrl, token);
    type Question = InputOf<typeof mayContact>['body'];
    const ask =
      (question: (lead: Reachable, index: number) => Partial<Question>) =>
      (lead: Reachable, index: number) =>
      () =>
        services.call(
          mayContact,
          {
            body: {
              ...{ lead_id: lead._id.toHexString(), phone: lead.phone, channel: 'call', user_id: null },
              ...question(lead, index),
            },
          },
          { asService: true },
        );
    const cases: Record<string, (lead: Reachable, index: number) => () => Promise<unknown>> = {
      'asked before a call': ask(() => ({})),
      'asked before a text by its agent': ask(({ user_id }) => ({
        channel: 'text',
        user_id: user_id?.toHexString() ?? null,
      })),
      'counted as it is made': ask((_lead, index) => ({ attempt_id: `bench-${String(index)}` })),
      'asked by the dialler': ask(() => ({ automated: true })),
      'shown on the page': (lead) => () =>
        admin.call(leadPermission, { params: { id: lead._id.toHexString() } }),
    };
    for (const [name, call] of Object.entries(cases)) {
      const times = await took(people.map(call));
      options.log(
        `${name.padEnd(34)} p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms (at most ${String(maxMs)} ms)`,
      );
    }
  });
}

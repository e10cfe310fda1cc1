import type { ObjectId } from 'mongodb';
import { z } from 'zod';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { leadPermission, mayContact, permissionOfRows } from '@crm/contracts/http/permission.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { startBarePermission } from './bare-permission.js';
import { withManyLeads } from './many-leads.js';
import { percentile } from './percentile.js';

const asked = 2_000;
const warmUp = 300;
const rounds = 5;
const maxMs = 5;
const pageSize = 10;

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
  return times;
}

/**
 * What the answer to one question costs beside that many leads: an attempt before it is made, the attempt that is counted
 * as it is made, the same by the dialler, what a lead's page shows, and what a page of a table shows. One after another,
 * each of another lead, in rounds with a bare server that reads and writes as much.
 */
export async function benchPermission(options: {
  leads: number;
  log: (line: string) => void;
}): Promise<void> {
  const { log } = options;
  await withManyLeads(options, async ({ system, storeUri, leads, token, services }) => {
    // Anywhere among them, not the ones that were written last.
    const people = await Promise.all(
      Array.from({ length: asked }, async () => {
        const from = `+1${String(3_000_000_000 + Math.floor(Math.random() * 4_000_000_000))}`;
        return reachable.parse(await leads.findOne({ phone: { $gte: from } }, { sort: { phone: 1 } }));
      }),
    );
    const admin = httpClient(system.leadsUrl, token);
    const bare = await startBarePermission({ storeUri });
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
      'bare server': (lead) => () =>
        bare.ask({
          lead_id: lead._id.toHexString(),
          phone: lead.phone,
          user_id: lead.user_id?.toHexString() ?? null,
        }),
      'asked before a call': ask(() => ({})),
      'asked before a text by its agent': ask(({ user_id }) => ({
        channel: 'text',
        user_id: user_id?.toHexString() ?? null,
      })),
      'counted as it is made': ask((_lead, index) => ({ attempt_id: `bench-${String(index)}` })),
      'asked by the dialler': ask(() => ({ automated: true })),
      'shown on the page': (lead) => () =>
        admin.call(leadPermission, { params: { id: lead._id.toHexString() } }),
      'shown of a page of rows': (_lead, index) => () =>
        admin.call(permissionOfRows, {
          body: {
            ids: Array.from({ length: pageSize }, (_, row) => people[(index * pageSize + row) % asked])
              .flatMap((each) => each?._id.toHexString() ?? [])
              .filter((id, row, ids) => ids.indexOf(id) === row),
          },
        }),
    };
    const times = new Map(Object.keys(cases).map((name): [string, number[][]] => [name, []]));
    try {
      for (const call of Object.values(cases)) await took(people.slice(0, warmUp).map(call));
      const each = Math.floor(asked / rounds);
      for (let round = 0; round < rounds; round += 1) {
        const some = people.slice(round * each, (round + 1) * each);
        for (const [name, call] of Object.entries(cases)) {
          times.get(name)?.push(await took(some.map((lead, index) => call(lead, round * each + index))));
        }
      }
    } finally {
      await bare.stop();
    }
    for (const [name, of] of times) {
      const all = of.flat();
      // The quietest round says what the service costs, the others what the machine was doing beside it.
      const quietest = Math.min(...of.map((round) => percentile(round, 0.99)));
      const ms = (value: number) => value.toFixed(2).padStart(6);
      log(
        `${name.padEnd(34)} p50 ${ms(percentile(all, 0.5))} ms, p99 ${ms(percentile(all, 0.99))} ms, of its quietest round ${ms(quietest)} ms (at most ${String(maxMs)} ms)`,
      );
    }
  });
}

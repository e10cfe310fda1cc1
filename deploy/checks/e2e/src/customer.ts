import { z } from 'zod';

interface Reached {
  url: string;
}

/** Simulates an action of a customer through the control API of the carrier simulator. */
export async function customer({ url }: Reached, action: string, what: object): Promise<void> {
  const answer = await fetch(`${url}/_sim/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(what),
  });
  if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`);
}

const phones = z.object({
  messages: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      body: z.string(),
      media: z.array(z.object({ mediaSid: z.string(), type: z.string(), bytes: z.int() })),
    }),
  ),
});

async function messages({ url }: Reached) {
  const answer = await fetch(`${url}/_sim/state`);
  return phones.parse(await answer.json()).messages;
}

const conferences = z.object({
  conferences: z.array(
    z.object({
      status: z.string(),
      participants: z.array(z.object({ label: z.string(), audible: z.array(z.string()) })),
    }),
  ),
});

/** Whose voices reach each participant of the conference that goes on, by label. */
export async function audibleNow({ url }: Reached): Promise<Record<string, string[]>> {
  const answer = await fetch(`${url}/_sim/state`);
  const live = conferences
    .parse(await answer.json())
    .conferences.find(({ status }) => status === 'in-progress');
  return Object.fromEntries((live?.participants ?? []).map(({ label, audible }) => [label, audible]));
}

const calls = z.object({ calls: z.array(z.object({ from: z.string(), to: z.string() })) });

/** The numbers of ours that a customer's phone was called from, the last one last. */
export async function calledFrom({ url }: Reached, phone: string): Promise<string[]> {
  const answer = await fetch(`${url}/_sim/state`);
  const all = calls.parse(await answer.json()).calls;
  return all.filter(({ to }) => to === phone).map(({ from }) => from);
}

/** The texts that a customer's phone received, in order. */
export async function textsAt(environment: Reached, phone: string): Promise<string[]> {
  return (await messages(environment)).filter(({ to }) => to === phone).map(({ body }) => body);
}

/** The kinds of the files that a customer's phone received, in order. */
export async function filesAt(environment: Reached, phone: string): Promise<string[]> {
  const received = (await messages(environment)).filter(({ to }) => to === phone);
  return received.flatMap(({ media }) => media.map(({ type }) => type));
}

/** The texts from and to a customer's phone that the carrier stores. */
export async function textsKept(environment: Reached, phone: string): Promise<string[]> {
  const both = (await messages(environment)).filter(({ from, to }) => [from, to].includes(phone));
  return both.map(({ body }) => body);
}

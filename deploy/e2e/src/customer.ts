import { z } from 'zod';

interface Reached {
  url: string;
}

/** What a customer does, by the carrier's own controls. */
export async function customer({ url }: Reached, deed: string, what: object): Promise<void> {
  const answer = await fetch(`${url}/_sim/${deed}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(what),
  });
  if (!answer.ok) throw new Error(`${deed}: ${await answer.text()}`);
}

const phones = z.object({ messages: z.array(z.object({ to: z.string(), body: z.string() })) });

/** The texts that a customer's phone got, in order. */
export async function textsAt({ url }: Reached, phone: string): Promise<string[]> {
  const answer = await fetch(`${url}/_sim/state`);
  return phones
    .parse(await answer.json())
    .messages.filter(({ to }) => to === phone)
    .map(({ body }) => body);
}

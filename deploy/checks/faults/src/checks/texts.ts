import { z } from 'zod';
import type { Keys } from '@crm/local/keys.js';
import { keyOwner } from '@crm/platform/encryption/key-owner.js';
import { sealed } from '@crm/platform/encryption/seal-store.js';
import { readOpened } from '@crm/platform/testing/read-opened.js';
import type { Ledger } from '../load/ledger.js';

const page = z.object({
  messages: z.array(z.object({ body: z.string(), direction: z.string() })),
  next_page_uri: z.string().nullable(),
});

/** The bodies of all texts submitted to the carrier. */
async function sentBodies(carrierUrl: string, { accountSid, authToken }: Keys['carrier']): Promise<string[]> {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const bodies: string[] = [];
  let next: string | null = `/2010-04-01/Accounts/${accountSid}/Messages.json?PageSize=1000`;
  while (next !== null) {
    const answer = await fetch(`${carrierUrl}${next}`, { headers: { authorization } });
    const { messages, next_page_uri } = page.parse(await answer.json());
    bodies.push(...messages.flatMap(({ body, direction }) => (direction === 'inbound' ? [] : [body])));
    next = next_page_uri;
  }
  return bodies;
}

interface StoredText {
  text: string;
  is_client_message: 0 | 1;
  send_status: string;
  /** If set, the carrier accepted the text. If its last webhook is lost, the status is polled after five minutes. */
  message_sid: string | null;
  uncertain: boolean;
  published: boolean;
  at: Date | null;
}

const counted = (words: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const each of words) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
};

/** Finds our text in what was submitted: agency name and opt-out notice may surround it. */
const ownWords = (body: string) => /Agent writes \d+\./.exec(body)?.[0] ?? '';

/**
 * Violations about texts: each acknowledged one was submitted once, or is reported as failed with unknown outcome;
 * each incoming one that the carrier could deliver is in the conversation once.
 */
export async function textComplaints(
  messaging: { uri: string; masterKeys: string },
  carrier: { url: string; keys: Keys['carrier'] },
  ledger: Pick<Ledger, 'texts' | 'received'>,
): Promise<string[]> {
  const complaints: string[] = [];
  const handed = counted((await sentBodies(carrier.url, carrier.keys)).map(ownWords));
  const { uri, masterKeys } = messaging;
  const texts = await readOpened<StoredText>(uri, masterKeys, sealed('texts', keyOwner, 'text'));
  const byWords = new Map<string, StoredText[]>();
  for (const text of texts) byWords.set(text.text, [...(byWords.get(text.text) ?? []), text]);
  for (const [words, answered] of ledger.texts) {
    const its = byWords.get(words) ?? [];
    const times = handed.get(words) ?? 0;
    const [text] = its;
    if (times > 1) complaints.push(`'${words}' went out ${String(times)} times`);
    if (its.length > 1) complaints.push(`'${words}' is stored ${String(its.length)} times`);
    if (text === undefined) {
      if (answered === 'acknowledged' || times > 0)
        complaints.push(`'${words}' was acknowledged and is lost`);
    } else if (text.at !== null || (text.message_sid === null && !text.uncertain))
      complaints.push(`'${words}' is still ${text.send_status}`);
    else if (text.send_status === 'failed' ? !text.uncertain : times !== 1)
      complaints.push(`'${words}' is ${text.send_status} and went out ${String(times)} times`);
  }
  for (const words of ledger.received) {
    const its = byWords.get(words) ?? [];
    if (its.length !== 1)
      complaints.push(`'${words}' was received and is stored ${String(its.length)} times`);
    else if (its.some(({ at, published }) => at !== null || !published))
      complaints.push(`'${words}' is not told yet`);
  }
  return complaints;
}

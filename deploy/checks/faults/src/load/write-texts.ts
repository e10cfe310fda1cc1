import { setTimeout as pause } from 'node:timers/promises';
import { sendText } from '@crm/contracts/http/messaging.js';
import type { Reachable } from './reachable.js';
import { book, type Ledger } from './ledger.js';
import type { Person } from './person.js';

const pauseMs = 150;
const customerPauseMs = 700;
const againMs = 500;

let count = 0;
/** Unique content. */
export const newWords = (who: 'Agent writes' | 'Customer writes') => {
  count += 1;
  // Ends in a dot, so that no content is a prefix of another.
  return `${who} ${String(count)}.`;
};

/** An agent who texts a customer; a lost response is retried with the same idempotency key. */
export async function writeTexts(
  agent: Person,
  { id, phone }: Reachable,
  ledger: Ledger,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const text = newWords('Agent writes');
    const body = { lead_id: id, user_id: agent.user.id, text, to: phone, key: `click ${text}` };
    ledger.texts.set(text, 'unknown');
    while (!isOver()) {
      const said = book(ledger, await agent.call(sendText, { body }));
      if (said.is === 'acknowledged') ledger.texts.set(text, 'acknowledged');
      if (said.is === 'refused') ledger.surprises.push(`A text was refused: ${said.text}`);
      if (said.is !== 'unknown') break;
      await pause(againMs);
    }
    await pause(pauseMs);
  }
}

/** A customer's text to an agent's number, submitted to the carrier. */
export async function customerWrites(
  carrierUrl: string,
  { phone, line }: Reachable,
  text: string,
): Promise<void> {
  await fetch(`${carrierUrl}/_sim/inbound-sms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: phone, to: line, body: text }),
  });
}

/**
 * A customer who replies. What the carrier could deliver is known from its trace, even if the response was lost on
 * a reused connection that was being closed.
 */
export async function answerTexts(
  carrierUrl: string,
  customer: Reachable,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await customerWrites(carrierUrl, customer, newWords('Customer writes')).catch(() => undefined);
    await pause(customerPauseMs);
  }
}

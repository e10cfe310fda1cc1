import assert from 'node:assert/strict';
import { demoNumbers } from '@crm/seed/demo-people.js';

const [first = '', second = ''] = demoNumbers;
/** The number that the mistakes are planted at. */
export const plantedAt = first;

const mistakes = [
  { number: { number: first, voiceUrl: 'https://demo.twilio.com/welcome/voice/' } },
  { service: { withoutSender: second } },
  { country: { isoCode: 'LV', isOpen: true } },
  { brand: 'IN_REVIEW' },
];

/** Changes the simulated carrier account so that two things can be mended here and two cannot. */
export async function plantMistakes(url: string): Promise<void> {
  for (const body of mistakes) {
    const answer = await fetch(`${url}/_sim/account`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 204, await answer.text());
  }
}

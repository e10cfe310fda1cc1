import { scrubAnswer, type ScrubResult } from '@crm/contracts/customers/suppression.js';
import type { LeadsConfig } from '../config.js';

type Scrub = NonNullable<LeadsConfig['scrub']>;

const patienceMs = 20_000;

/** The scrub service did not answer, or not as agreed. */
export class ScrubError extends Error {}

/** Asks on which lists some numbers are. Throws a `ScrubError` with what is to be said of it. */
export async function askScrub({ url, token }: Scrub, numbers: readonly string[]): Promise<ScrubResult[]> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ numbers }),
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (error) {
    throw new ScrubError('The scrub service cannot be reached', { cause: error });
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new ScrubError(`The scrub service answered ${String(response.status)}`);
  }
  const answer = scrubAnswer.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw new ScrubError('The scrub service answered what cannot be read');
  const asked = new Set(numbers);
  return answer.data.results.filter(({ number }) => asked.has(number));
}

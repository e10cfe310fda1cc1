import { z } from 'zod';
import { instant } from '@crm/contracts/ids.js';

/** A certificate to be claimed, and whom it should be about. */
export interface ClaimAsked {
  /** The same each time that a certificate is asked for. */
  key: string;
  by: string;
  id: string;
  url: string | null;
  phone: string | null;
  email: string | null;
}

/** What the port answers of a certificate that it has. */
const claimAnswer = z.object({
  /** Whether it was made with this phone or e-mail. */
  matched: z.boolean(),
  /** Until when its issuer stores it. */
  expires_at: instant.nullish(),
});

/** What became of it; `failed` is asked again later. */
export type ClaimOutcome =
  | { is: 'claimed'; matched: boolean; expiresAt: Date | null }
  | { is: 'refused' }
  | { is: 'failed'; reason: string };

const timeoutMs = 10_000;
/** Answers that say nothing of the certificate: the port, or what it asks, is not ready. */
const isPassing = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429;

/** Asks the port for one certificate. Never throws: what is not answered has failed. */
export async function claimCertificate(url: string, { key, ...asked }: ClaimAsked): Promise<ClaimOutcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': key },
      body: JSON.stringify(asked),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    if (isPassing(response.status)) {
      await response.body?.cancel();
      return { is: 'failed', reason: `It answered ${String(response.status)}` };
    }
    if (!response.ok) {
      await response.body?.cancel();
      return { is: 'refused' };
    }
    const read = claimAnswer.safeParse(await response.json());
    if (!read.success) return { is: 'failed', reason: 'Its answer could not be read' };
    const { matched, expires_at } = read.data;
    return { is: 'claimed', matched, expiresAt: expires_at ? new Date(expires_at) : null };
  } catch (error) {
    return { is: 'failed', reason: error instanceof Error ? error.message : 'It could not be reached' };
  }
}

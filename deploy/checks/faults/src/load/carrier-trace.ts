import { z } from 'zod';

const trace = z.array(
  z.object({
    seq: z.number(),
    kind: z.string(),
    text: z.string(),
    details: z.looseObject({
      url: z.string().optional(),
      status: z.unknown().optional(),
      took: z.number().optional(),
      params: z.record(z.string(), z.string()).optional(),
    }),
  }),
);

/** A webhook of the carrier: its content and the response. */
export interface Hook {
  url: string;
  status: unknown;
  /** Milliseconds until the response. */
  took: number;
  text: string;
  params: Record<string, string>;
}

/** Returns the webhooks since the previous call; the carrier's trace is limited to thousands of entries. */
export function hookReader(carrierUrl: string): () => Promise<Hook[]> {
  let seen = 0;
  return async () => {
    const entries = trace.parse(await (await fetch(`${carrierUrl}/_sim/trace?after=${String(seen)}`)).json());
    seen = entries.reduce((last, { seq }) => Math.max(last, seq), seen);
    return entries.flatMap(({ kind, text, details: { url = '', status, took = 0, params = {} } }) =>
      kind === 'hook' ? [{ url, status, took, text, params }] : [],
    );
  };
}

/** The text of a customer, if the webhook delivered one and was answered with 200. */
export const receivedWords = ({ url, status, params }: Hook): string[] =>
  url.includes('/tw/sms/in') && status === 200 ? [params['Body'] ?? ''] : [];

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

/** A webhook of the carrier's: what it told, and what it was answered. */
export interface Hook {
  url: string;
  status: unknown;
  /** Milliseconds until the answer. */
  took: number;
  text: string;
  params: Record<string, string>;
}

/** Answers, each time it is called, the webhooks since the last time; the carrier forgets what is older than thousands of things. */
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

/** What a customer wrote, where the webhook was one that brought it and was taken with a 200. */
export const receivedWords = ({ url, status, params }: Hook): string[] =>
  url.includes('/tw/sms/in') && status === 200 ? [params['Body'] ?? ''] : [];

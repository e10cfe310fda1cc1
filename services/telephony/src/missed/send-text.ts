/** What became of an attempt to send: out, refused for certain, or nobody knows. */
export type Sent = { sid: string } | { refused: string } | 'unknown';

/** Hands one text to the carrier. Never throws: what is not certain is `unknown`. */
export type SendText = (text: { from: string; to: string; body: string }) => Promise<Sent>;

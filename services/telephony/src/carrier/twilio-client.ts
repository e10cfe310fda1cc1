import twilio, { type Twilio } from 'twilio';
import type { CarrierConfig } from '../config.js';

/** One request takes so long at most: a webhook of its call is what tells more. */
const timeoutMs = 10_000;

/**
 * The carrier's REST interface; simulated and real differ by their address alone. Only 429 is tried again by itself.
 * The package has no setting for its address: where another one is configured, every request is sent there, and names
 * the host that was meant, since the carrier's products are told apart by theirs.
 */
export function createTwilioClient({ baseUrl, accountSid, authToken }: CarrierConfig): Twilio {
  const httpClient = new twilio.RequestClient({ timeout: timeoutMs, autoRetry: true, maxRetries: 3 });
  const base = baseUrl === undefined ? undefined : new URL(baseUrl);
  httpClient.axios.interceptors.request.use((request) => {
    if (request.url === undefined || request.headers.has('x-twilio-host')) return request;
    const url = new URL(request.url);
    request.headers.set('x-twilio-host', url.host);
    if (base === undefined) return request;
    url.protocol = base.protocol;
    url.host = base.host;
    return Object.assign(request, { url: url.href });
  });
  return twilio(accountSid, authToken, { httpClient });
}

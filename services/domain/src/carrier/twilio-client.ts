import twilio, { type Twilio } from 'twilio';

/** Address and credentials of the carrier; without an address it is Twilio. */
export interface CarrierAccount {
  baseUrl: string | undefined;
  accountSid: string;
  authToken: string;
  /** Whose the token is: an API key, if not the account itself. */
  user?: string;
}

/** Request timeout: a webhook reports the outcome anyway. */
const timeoutMs = 10_000;

/** An optional interceptor of every request. */
export type ThroughClient = (client: RequestClient) => RequestClient;
type RequestClient = InstanceType<typeof twilio.RequestClient>;

/**
 * The carrier's REST client; simulated and real carrier differ only by address. Only 429 is retried automatically.
 * The package has no setting for the address: if one is configured, every request is sent there with a header that
 * names the intended host, because Twilio's products are distinguished by host.
 */
export function createTwilioClient(
  { baseUrl, accountSid, authToken, user = accountSid }: CarrierAccount,
  through: ThroughClient = (client) => client,
): Twilio {
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
  return twilio(user, authToken, { accountSid, httpClient: through(httpClient) });
}

import twilio, { type Twilio } from 'twilio';

/** Which carrier is meant: the real one where no address is given. */
export interface CarrierAccount {
  baseUrl: string | undefined;
  accountSid: string;
  authToken: string;
}

/** One request takes so long at most: a webhook of its call is what tells more. */
const timeoutMs = 10_000;

/** What every request passes through, where somebody wants to see them. */
export type ThroughClient = (client: RequestClient) => RequestClient;
type RequestClient = InstanceType<typeof twilio.RequestClient>;

/**
 * The carrier's REST interface; simulated and real differ by their address alone. Only 429 is tried again by itself.
 * The package has no setting for its address: where another one is configured, every request is sent there, and names
 * the host that was meant, since the carrier's products are told apart by theirs.
 */
export function createTwilioClient(
  { baseUrl, accountSid, authToken }: CarrierAccount,
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
  return twilio(accountSid, authToken, { httpClient: through(httpClient) });
}

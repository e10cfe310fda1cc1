import type { Twilio } from 'twilio';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import type { CarrierAccount } from '@crm/domain/carrier/twilio-client.js';

const apiHost = 'api.twilio.com';
const fetchMs = 60_000;

/** A file of a text at the carrier. */
interface FileAtCarrier {
  messageSid: string;
  fileSid: string;
}

/** Files of texts at the carrier. */
export interface FilesCarrier {
  /** The content of one; undefined where the carrier has none of that id. Throws where it cannot be asked. */
  open(file: FileAtCarrier): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Has the carrier throw all files of a text away; none is fine. Throws `CarrierError`. */
  forgetAll(messageSid: string): Promise<void>;
}

/**
 * Reads files where the carrier keeps them: the address is made of what is configured and the carrier's ids. The host that
 * is meant is named beside it, as for every other call, since a simulated carrier is all hosts in one.
 */
export function filesCarrier(
  { messages }: Pick<Twilio, 'messages'>,
  { baseUrl, accountSid, authToken }: CarrierAccount,
  timeoutMs = fetchMs,
): FilesCarrier {
  const folder = `${baseUrl ?? `https://${apiHost}`}/2010-04-01/Accounts/${accountSid}/Messages`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return {
    open: async ({ messageSid, fileSid }) => {
      const response = await fetch(`${folder}/${messageSid}/Media/${fileSid}`, {
        headers: { authorization, 'x-twilio-host': apiHost },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok && response.body !== null) return response.body;
      await response.body?.cancel();
      if (response.status === 404) return undefined;
      throw new Error(`The carrier returned ${String(response.status)} for a file`);
    },
    forgetAll: async (messageSid) => {
      try {
        const { media } = messages(messageSid);
        for (const { sid } of await media.list()) await media(sid).remove();
      } catch (error) {
        const failure = carrierError(error);
        if (failure.kind !== 'over') throw failure;
      }
    },
  };
}

import type { Twilio } from 'twilio';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import type { CarrierAccount } from '@crm/domain/carrier/twilio-client.js';
import { openAtCarrier } from '@crm/domain/media/carrier-files.js';

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

export function filesCarrier({ messages }: Pick<Twilio, 'messages'>, account: CarrierAccount): FilesCarrier {
  const open = openAtCarrier(account, fetchMs);
  return {
    open: ({ messageSid, fileSid }) => open(`Messages/${messageSid}/Media/${fileSid}`),
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

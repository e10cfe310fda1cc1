import type { Twilio } from 'twilio';
import { carrierError, type CarrierError } from '@crm/domain/carrier/carrier-error.js';

export interface TextToSend {
  from: string;
  to: string;
  /** Empty for files alone. */
  body: string;
  /** Where the carrier fetches what goes along. */
  fileUrls: readonly string[];
  statusCallback: string;
}

/** A text of ours as the carrier has it. */
export interface TextAtCarrier {
  sid: string;
  /** In the carrier's own word. */
  status: string;
  /** The carrier's own number for a failure, 0 for none. */
  code: number;
  body: string;
  /** When the carrier took it, to the second. */
  takenAt: Date;
}

/** Texts on the carrier's REST interface. Nothing here knows whether it is the simulated one. */
export interface TextCarrier {
  /** Hands one text over and answers its id, or what went wrong. Never throws. */
  handOver(text: TextToSend): Promise<{ sid: string } | CarrierError>;
  /** What became of a text; undefined where the carrier knows none of that id. Throws `CarrierError`. */
  find(sid: string): Promise<TextAtCarrier | undefined>;
  /** The texts that the carrier took last from one of our numbers to a customer's. Throws `CarrierError`. */
  takenLast(way: { from: string; to: string }): Promise<TextAtCarrier[]>;
  /** Has the carrier throw a text away; one that is gone already is fine. Throws `CarrierError`. */
  forget(sid: string): Promise<void>;
}

const maxTaken = 50;

interface Message {
  sid: string;
  status: string;
  errorCode: number | null;
  body: string;
  dateCreated: Date;
}

const taken = ({ sid, status, errorCode, body, dateCreated }: Message): TextAtCarrier => ({
  sid,
  status,
  code: errorCode ?? 0,
  body,
  takenAt: dateCreated,
});

/** With a Messaging Service every text goes through it, and still from the number that was chosen. */
export function textCarrier(
  { messages }: Twilio,
  { messagingServiceSid }: { messagingServiceSid?: string | undefined } = {},
): TextCarrier {
  const through = messagingServiceSid === undefined ? {} : { messagingServiceSid };
  return {
    handOver: async ({ body, fileUrls, ...text }) => {
      try {
        const content = {
          ...(body !== '' && { body }),
          ...(fileUrls.length > 0 && { mediaUrl: [...fileUrls] }),
        };
        return { sid: (await messages.create({ ...text, ...content, ...through })).sid };
      } catch (error) {
        return carrierError(error);
      }
    },
    find: async (sid) => {
      try {
        return taken(await messages(sid).fetch());
      } catch (error) {
        const failure = carrierError(error);
        if (failure.kind === 'over') return undefined;
        throw failure;
      }
    },
    takenLast: async (way) => {
      try {
        return (await messages.list({ ...way, limit: maxTaken })).map(taken);
      } catch (error) {
        throw carrierError(error);
      }
    },
    forget: async (sid) => {
      try {
        await messages(sid).remove();
      } catch (error) {
        const failure = carrierError(error);
        if (failure.kind !== 'over') throw failure;
      }
    },
  };
}

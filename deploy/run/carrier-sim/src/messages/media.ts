import type { Carrier, Media, Message } from '../model.js';

/** What a message may carry at most, as the carrier takes it. */
const maxBytes = 5 * 1024 * 1024;
/** How many files go with one message. */
export const maxFiles = 10;

/** Kinds that the carrier hands on to phones. */
const taken = /^(image\/(jpeg|png|gif|webp|heic)|audio\/|video\/|application\/pdf$|text\/(x-)?vcard$)/;

export const mediaPath = (carrier: Carrier, { sid }: Pick<Message, 'sid'>, media: Pick<Media, 'sid'>) =>
  `/2010-04-01/Accounts/${carrier.options.accountSid}/Messages/${sid}/Media/${media.sid}`;

/** The fields that name a message's files in its webhook. */
export function mediaFields(carrier: Carrier, message: Message): Record<string, string> {
  const named = message.media.flatMap((media, index): [string, string][] => [
    [`MediaUrl${String(index)}`, `https://api.twilio.com${mediaPath(carrier, message, media)}`],
    [`MediaContentType${String(index)}`, media.type],
  ]);
  return { NumMedia: String(message.media.length), ...Object.fromEntries(named) };
}

export const mediaOf = (carrier: Carrier, given: Pick<Media, 'type' | 'bytes'>): Media => ({
  ...given,
  sid: carrier.sids.next('ME'),
  createdAt: carrier.clock.now(),
});

/** Fetches one file that the application named. Answers the carrier's error code where it is not to be had, or is unfit. */
async function fetchOne(carrier: Carrier, url: string): Promise<Media | number> {
  const answer = await carrier.hooks.ask({ url, method: 'GET', params: {} });
  if (answer.status !== 200) return 11200;
  const [type = ''] = answer.type.split(';');
  if (!taken.test(type)) return 12300;
  return mediaOf(carrier, { type, bytes: answer.body });
}

/** Fetches what a message of the application's is to carry. Answers the carrier's error code where that fails, else 0. */
export async function fetchMedia(carrier: Carrier, message: Message): Promise<number> {
  for (const url of message.mediaUrls) {
    const media = await fetchOne(carrier, url);
    if (typeof media === 'number') return media;
    message.media.push(media);
  }
  return message.media.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxBytes ? 11751 : 0;
}

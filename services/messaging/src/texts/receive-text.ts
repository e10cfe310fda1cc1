import { Types } from 'mongoose';
import { optOutCommand } from '@crm/contracts/bus/commands.js';
import { phoneNumber } from '@crm/contracts/phone.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import { isTaken, type IncomingFile } from '../files/incoming-files.rules.js';
import type { TextFileDoc } from '../text/text-file.schema.js';
import type { Place } from './arrivals.js';
import { newText } from './new-text.js';
import { optOutRulesVersion, readText, type TextReading } from './opt-out-words.rules.js';

/** A text as the carrier hands it over. */
export interface Incoming {
  sid: string;
  from: string;
  to: string;
  body: string;
  optOutType: string | undefined;
  files: readonly IncomingFile[];
}

const longestText = 1_600;

/** What a word of the customer means to the list of those who want no contact: told with the text itself. */
function orders(
  { from, body }: Incoming,
  { meaning, marks, closes }: TextReading,
  { id, now }: { id: Types.ObjectId; now: Date },
) {
  const written = body.slice(0, longestText);
  if (meaning === 'none' || meaning === 'help' || !phoneNumber.safeParse(from).success) return [];
  // One entry for each, since START takes back what was said of texts alone.
  const asked =
    meaning === 'start' ? [{ channel: 'text' as const, lift: true }] : closes.map((channel) => ({ channel }));
  const wording = meaning === 'likely' && {
    wording: { text: written, marks, rules: optOutRulesVersion },
  };
  const subject = `text/${id.toHexString()}`;
  return asked.map((each) =>
    newEvent(optOutCommand, {
      ...{ source: 'messaging', subject, sequence: 1, actor: 'system', now },
      data: { phone: from, how: 'keyword', ...each, ...wording },
    }),
  );
}

/** A file as it begins: to be fetched, or known not to be. */
const begun = ({ sid, type }: IncomingFile): TextFileDoc => ({
  ...{ _id: new Types.ObjectId(), sid, type },
  ...(sid === null
    ? { state: 'lost', lost: 'unnamed' }
    : isTaken(type)
      ? { state: 'fetching' }
      : { state: 'lost', lost: 'not-taken' }),
});

function arrived(incoming: Incoming, { arrival, createdAt }: Place, now: Date) {
  const _id = new Types.ObjectId();
  const files = incoming.files.map(begun);
  const isFetching = files.some(({ state }) => state === 'fetching');
  const reading = readText(incoming.body.slice(0, longestText), incoming.optOutType);
  const text = newText({
    _id,
    send_status: 'received',
    message_sid: incoming.sid,
    lead_id: null,
    user_id: null,
    text: incoming.body.slice(0, longestText),
    ...(files.length > 0 && { files }),
    ...(isFetching && { fetch: { at: now, tries: 0 } }),
    is_client_message: 1,
    customer_fullname: '',
    customer_phone: incoming.from,
    agent_fullname: '',
    read_status: 0,
    createdAt,
    arrival,
    our_number: incoming.to,
    // A carrier that reads the word by itself has answered it.
    asks_help: reading.meaning === 'help' && incoming.optOutType === undefined,
    at: now,
  });
  return insertWithEvents(text, orders(incoming, reading, { id: _id, now }), now);
}

/**
 * Stores a text that came in, once for each of the carrier's ids, before anybody else is asked: whose it is, is found
 * out behind it. STOP and START go out with it, whether or not a lead has the number.
 */
export async function receiveText(ctx: MessagingContext, incoming: Incoming): Promise<void> {
  await ctx.arrivals.store(incoming.from, (place) => arrived(incoming, place, ctx.clock.now()));
  ctx.intake.wake();
  if (incoming.files.length > 0) ctx.filesDue.wake();
}

import type { Types } from 'mongoose';
import { optOutCommand } from '@crm/contracts/bus/commands.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { textSent } from '@crm/contracts/bus/messaging-events.js';
import { conflict } from '@crm/platform/errors/app-error.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import { nextAskAt, questionAbout } from './carrier-questions.rules.js';
import { reduceText, type TextUpdate } from '../text/reduce-text.rules.js';
import type { TextDoc, TextState } from '../text/text.model.js';
import { aboutText, statusChangedEvent } from '../text/text.events.js';
import { textView } from '../text/text.view.js';

/** Worker, webhooks and people meet in one text; so many in the same instant never do. */
const maxTries = 50;

/** What the carrier's own list of those who want no texts is told to everybody by. */
const carrierOptOut = 21610;

interface Change {
  /** When it is worked on next; what stands stays where nothing is said. */
  at?: Date | null;
  set?: Partial<Pick<TextDoc, 'our_number' | 'said_agency' | 'said_opt_out' | 'permitted_at' | 'handed_at'>>;
  /** The carrier's own number for a failure. */
  code?: number;
  /** How often the carrier was asked by now; counted anew with each question where nothing is said. */
  asked?: number;
}

/** The order that nobody of this number is to be texted any more, because the carrier lets none through. */
const closedByCarrier = (doc: TextDoc, sequence: number, now: Date) =>
  newEvent(optOutCommand, {
    ...aboutText(doc, sequence, now),
    data: { phone: doc.customer_phone, channel: 'text', how: 'carrier' },
  });

function eventsOf(before: TextDoc, after: TextDoc, { code }: Change, now: Date): Envelope[] {
  const { version } = after;
  const published = after.published && !before.published;
  const moved = after.send_status !== before.send_status || after.reason !== before.reason;
  return [
    ...(published ? [newEvent(textSent, { ...aboutText(after, version, now), data: textView(after) })] : []),
    ...(moved ? [statusChangedEvent(after, now)] : []),
    ...(code === carrierOptOut ? [closedByCarrier(after, version, now)] : []),
  ];
}

/**
 * Takes one fact in: the text as it is after it, in one write with what is told of it. Undefined where the fact changes
 * nothing, or there is no such text.
 */
export async function changeText(
  ctx: MessagingContext,
  id: Types.ObjectId,
  update: TextUpdate,
  change: Change = {},
): Promise<TextDoc | undefined> {
  let known = ctx.lastWritten.take(id);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const isAsKnown = known !== undefined;
    const before = known ?? (await ctx.texts.findOne({ _id: id, is_client_message: 0 }).lean<TextDoc>());
    known = undefined;
    if (before === null) return undefined;
    const state: TextState | undefined = reduceText(before, update);
    if (state === undefined) {
      // Of what was read a while ago nothing follows but that it is to be read anew.
      if (isAsKnown) continue;
      return undefined;
    }
    const { send_status, reason, attempt, message_sid, uncertain, published } = state;
    const now = ctx.clock.now();
    const isAsTo = attempt === before.attempt && questionAbout(state) === questionAbout(before);
    const asked = change.asked ?? (isAsTo ? before.asked : 0);
    const set = {
      ...{ send_status, reason, attempt, message_sid, uncertain, published },
      ...{ asked, ask_at: nextAskAt(state, asked, now) },
      ...change.set,
      ...(change.at === undefined ? {} : { at: change.at }),
    };
    const after: TextDoc = { ...before, ...set, version: before.version + 1 };
    const { matchedCount } = await ctx.texts.updateOne(
      { _id: id, version: before.version },
      withEvents({ $set: set }, eventsOf(before, after, change, now), now),
    );
    if (matchedCount === 0) continue;
    ctx.lastWritten.keep(after);
    return after;
  }
  throw conflict();
}

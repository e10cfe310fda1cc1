import type { CarrierError } from '@crm/domain/carrier/carrier-error.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import type { SendStatus } from '@crm/contracts/entities/messaging.js';
import { ownNumber } from '@crm/contracts/http/state-phones.js';
import { phoneNumber } from '@crm/contracts/phone.js';
import type { MessagingContext } from '../context.js';
import { linkForCarrier } from '../files/carrier-links.js';
import { askPermission, leadWithNumbers } from '../leads/leads.js';
import { changeText } from './change-text.js';
import type { Author } from './queued-text.js';
import { lastFirst, type TextDoc } from '../text/text.model.js';
import { dressText, type SaidBefore } from './text-words.rules.js';

/** As long as one attempt may take at most, the carrier's own patience and its repeats included. */
export const leaseMs = 90_000;
/** The pause after leads, telephony or the carrier had no time. */
const pauseMs = 5_000;
/** A text that nobody could send for so long is refused, so that no word of yesterday goes out tomorrow. */
const latestMs = 15 * 60 * 1000;
/** A yes of permission's holds for so long: a customer who writes STOP is heard within it. */
const permissionHoldsMs = 1_000;

const went: { $in: SendStatus[] } = { $in: ['sent', 'delivered', 'sending', 'undelivered'] };

/** What was said to this number by texts that went out. */
async function saidTo({ texts }: MessagingContext, { _id, customer_phone }: TextDoc): Promise<SaidBefore> {
  const before = { customer_phone, _id: { $ne: _id }, is_client_message: 0 as const, send_status: went };
  // A few of all: the agency is said once, and how to opt out once in a while.
  const said = await texts
    .find(
      { ...before, $or: [{ said_agency: true }, { said_opt_out: true }] },
      { said_agency: 1, said_opt_out: 1, createdAt: 1 },
    )
    .sort(lastFirst)
    .lean<Pick<TextDoc, 'said_agency' | 'said_opt_out' | 'createdAt'>[]>();
  return {
    agency: said.some((text) => text.said_agency),
    optOutAt: said.find((text) => text.said_opt_out)?.createdAt ?? null,
  };
}

/** Our number that the customer sees: the one they called, the agent's own, as telephony chooses it, the default. */
async function fromNumber(
  ctx: MessagingContext,
  doc: TextDoc,
  author: Author | undefined,
): Promise<string | undefined> {
  if (doc.is_callback || doc.answers_help === true) return doc.our_number;
  const user = author ?? (doc.user_id === null ? null : await ctx.users.findById(doc.user_id).lean<Author>());
  if (user && user.twilio_phone !== '') return user.twilio_phone;
  const lead = doc.lead_id === null ? undefined : await leadWithNumbers(ctx, doc.lead_id.toHexString());
  const body = { user_id: null, state: lead?.state ?? null, number: doc.customer_phone };
  const { phone } = await ctx.services.call(ownNumber, { body }, { asService: true });
  if (phone !== null) return phone;
  const { default_phone } = await knownSettings(ctx);
  return phoneNumber.safeParse(default_phone).success ? default_phone : undefined;
}

const isPermitted = ({ permitted_at }: TextDoc, now: Date) =>
  now.getTime() - (permitted_at?.getTime() ?? 0) < permissionHoldsMs;

/** What has to be known before the carrier is asked. Throws where somebody does not answer: that is tried again. */
async function prepare(
  ctx: MessagingContext,
  doc: TextDoc,
  author: Author | undefined,
): Promise<{ from: string } | { refused: string }> {
  const from = await fromNumber(ctx, doc, author);
  if (from === undefined) return { refused: 'No number to send it from is configured' };
  if (isPermitted(doc, ctx.clock.now())) return { from };
  const { allowed, sentence } = await askPermission(ctx, {
    lead_id: doc.lead_id?.toHexString() ?? null,
    user_id: doc.user_id?.toHexString() ?? null,
    phone: doc.customer_phone,
    channel: 'text',
    ...(doc.answers_help === true ? { purpose: 'help-reply' } : { attempt_id: doc._id.toHexString() }),
  });
  return allowed ? { from } : { refused: sentence };
}

async function failed(ctx: MessagingContext, { _id, attempt }: TextDoc, error: CarrierError): Promise<void> {
  switch (error.kind) {
    case 'unknown':
      await changeText(ctx, _id, { is: 'unknown', attempt }, { at: null });
      return;
    case 'rate':
      await changeText(
        ctx,
        _id,
        { is: 'put-back', attempt },
        { at: new Date(ctx.clock.now().getTime() + pauseMs) },
      );
      return;
    case 'account':
      await ctx.accountFaults.met(error);
      await changeText(
        ctx,
        _id,
        {
          is: 'refused',
          attempt,
          reason: `Texts cannot be sent: ${error.message}. Please contact an admin`,
        },
        { at: null, code: error.code },
      );
      return;
    case 'refused':
    case 'over':
      await changeText(
        ctx,
        _id,
        { is: 'refused', attempt, reason: `The carrier refused: ${error.message}` },
        { at: null, code: error.code },
      );
  }
}

async function send(ctx: MessagingContext, doc: TextDoc, from: string): Promise<void> {
  const { _id, attempt } = doc;
  const { config, clock } = ctx;
  const { body, saidAgency, saidOptOut } =
    doc.answers_help === true
      ? { body: doc.text ?? '', saidAgency: true, saidOptOut: true }
      : dressText(doc.text ?? '', config.agencyName, await saidTo(ctx, doc), clock.now(), doc.language);
  const handed = await changeText(
    ctx,
    _id,
    { is: 'handed-over', attempt },
    {
      at: new Date(clock.now().getTime() + leaseMs),
      set: {
        our_number: from,
        said_agency: saidAgency,
        said_opt_out: saidOptOut,
        handed_at: clock.now(),
      },
    },
  );
  if (handed === undefined) return;
  const statusCallback = `${config.publicBaseUrl}/tw/sms/status/${_id.toHexString()}?a=${String(attempt)}`;
  const fileUrls = (doc.files ?? []).map((file) => linkForCarrier(ctx, file._id));
  const answer = await ctx.carrier.handOver({ from, to: doc.customer_phone, body, fileUrls, statusCallback });
  if (!('sid' in answer)) {
    await failed(ctx, doc, answer);
    return;
  }
  // A webhook that came first may have said the same already: then there is nothing left but to release it.
  const accepted = await changeText(ctx, _id, { is: 'accepted', attempt, sid: answer.sid }, { at: null });
  if (accepted === undefined) await ctx.texts.updateOne({ _id }, { $set: { at: null } });
}

/**
 * Sends a text that nobody else sends now. Permission was given in the moment before or is asked now, which counts the
 * attempt; no answer is a no, and it is tried again until the text is too old. One found half sent after a crash is
 * `unknown` and never sent by itself. `author` as they were read a moment ago. Answers false where it is to be tried again.
 */
export async function sendText(ctx: MessagingContext, doc: TextDoc, author?: Author): Promise<boolean> {
  const { _id, attempt, createdAt } = doc;
  if (doc.send_status !== 'queued') {
    await changeText(ctx, _id, { is: 'unknown', attempt });
    await ctx.texts.updateOne({ _id }, { $set: { at: null } });
    return true;
  }
  try {
    const ready = await prepare(ctx, doc, author);
    if ('refused' in ready)
      await changeText(ctx, _id, { is: 'refused', attempt, reason: ready.refused }, { at: null });
    else await send(ctx, doc, ready.from);
    return true;
  } catch (error) {
    ctx.log.warn({ err: error, text: _id.toHexString() }, 'text could not be sent, retrying');
    const now = ctx.clock.now();
    // A resent text is as old as its click, not as its row; its attempts are few enough to take the pause once more.
    if (attempt === 1 && now.getTime() - createdAt.getTime() > latestMs) {
      const reason = 'Could not check in time whether this text is allowed';
      await changeText(ctx, _id, { is: 'refused', attempt, reason }, { at: null });
      return true;
    }
    await ctx.texts.updateOne(
      { _id, send_status: 'queued' },
      { $set: { at: new Date(now.getTime() + pauseMs) } },
    );
    return false;
  }
}

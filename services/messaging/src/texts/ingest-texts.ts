import { Types } from 'mongoose';
import { textReceived } from '@crm/contracts/bus/messaging-events.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { AppError } from '@crm/platform/errors/app-error.js';
import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import { leadsOfNumbers } from '../leads/leads.js';
import { notify } from '../notifications/notify.js';
import { findUsers } from '../users/save-users.js';
import type { MessagingUserDoc } from '../users/user.model.js';
import { bringForward } from '../inbox/conversations.js';
import { lineOf } from '../text/text-file.view.js';
import { answerHelp } from './answer-help.js';
import type { SenderDoc } from './sender.model.js';
import { firstFirst, type TextDoc } from '../text/text.model.js';
import { textView } from '../text/text.view.js';

/** As long as one round may last; behind a crash others wait for so long. */
const leaseMs = 15_000;
/** The pause after leads could not be asked, or the texts of one customer could not be taken in. */
const pauseMs = 5_000;
/** The pause after another process had the lease. */
const takenMs = 250;
/** Texts of one round. */
const maxTexts = 200;

/** What one customer wrote and nobody has taken in yet, in the order in which it came. */
type Waiting = readonly TextDoc[];

/**
 * Takes the lease: one process alone takes texts in, so that all of them go in in their order. Answers until when it has
 * it; undefined where another process does.
 */
async function claim({ leases, clock }: MessagingContext): Promise<Date | undefined> {
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  try {
    await leases.updateOne({ _id: 'taking-in', until: { $lte: now } }, { $set: { until } }, { upsert: true });
    return until;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return undefined;
  }
}

/** A lease that ran out meanwhile is another's by now. */
const release = ({ leases, clock }: MessagingContext, until: Date) =>
  leases.updateOne({ _id: 'taking-in', until }, { $set: { until: clock.now() } });

function byCustomer(docs: readonly TextDoc[]): Map<string, TextDoc[]> {
  const customers = new Map<string, TextDoc[]>();
  for (const doc of docs) {
    const before = customers.get(doc.customer_phone);
    if (before === undefined) customers.set(doc.customer_phone, [doc]);
    else before.push(doc);
  }
  return customers;
}

/** The texts that wait, by customer, the longest waiting first. Where the first of them rests, the later ones do too. */
async function waitingTexts({ texts, clock }: MessagingContext): Promise<Waiting[]> {
  const now = clock.now();
  const docs = await texts
    .find({ is_client_message: 1, at: { $type: 'date' } })
    .sort(firstFirst)
    .limit(maxTexts)
    .lean<TextDoc[]>();
  return [...byCustomer(docs).values()].filter(
    ([first]) => first !== undefined && first.at !== null && first.at <= now,
  );
}

const isAway = (error: unknown) => error instanceof AppError && error.code === 'unavailable';
const phoneOf = ([first]: Waiting) => first?.customer_phone ?? '';

/** Of several at once; should leads not answer to all of them, of each by itself: one lead is at fault for its own texts. */
async function leadsOf(ctx: MessagingContext, customers: readonly Waiting[]) {
  const leads = new Map<string, LeadToCall>();
  const unknown = new Set<Waiting>();
  const ask = async (some: readonly Waiting[]) => {
    const found = await leadsOfNumbers(ctx, some.map(phoneOf));
    for (const [phone, lead] of found) leads.set(phone, lead);
  };
  try {
    await ask(customers);
  } catch (error) {
    if (isAway(error)) throw error;
    for (const each of customers) {
      try {
        await ask([each]);
      } catch (own) {
        if (isAway(own)) throw own;
        ctx.log.warn(
          { err: own, text: each[0]?._id.toHexString() },
          'leads could not be asked about a customer',
        );
        unknown.add(each);
      }
    }
  }
  return { leads, unknown };
}

/** A text with its lead and its agent. */
function assigned(doc: TextDoc, lead: LeadToCall | undefined, agent: MessagingUserDoc | undefined): TextDoc {
  return {
    ...doc,
    lead_id: lead === undefined ? null : new Types.ObjectId(lead.lead_id),
    user_id: agent?._id ?? null,
    customer_fullname: lead?.fullname ?? doc.customer_phone,
    agent_fullname: agent?.fullname ?? '',
    published: true,
    version: doc.version + 1,
  };
}

/** The write that gives a text its lead and its agent: once, by its version. */
function assigning(text: TextDoc, now: Date) {
  const { lead_id, user_id, customer_fullname, agent_fullname, published, version } = text;
  const set = { $set: { lead_id, user_id, customer_fullname, agent_fullname, published } };
  return { updateOne: { filter: { _id: text._id, version: version - 1 }, update: withEvents(set, [], now) } };
}

const receivedEvent = (text: TextDoc, now: Date) =>
  newEvent(textReceived, {
    source: 'messaging',
    subject: `text/${text._id.toHexString()}`,
    sequence: text.version,
    data: textView(text),
    actor: 'system',
    now,
  });

const arrivalOf = ({ arrival }: TextDoc) => arrival ?? 0;

/** The write that tells of one customer's texts behind those that were told of before: each once, in their order. */
function publication(texts: readonly TextDoc[], sender: Pick<SenderDoc, 'published'> | undefined, now: Date) {
  const [first] = texts;
  const untold = texts.filter((text) => arrivalOf(text) > (sender?.published ?? -1));
  if (first === undefined || untold.length === 0) return [];
  const set = { $set: { published: Math.max(...untold.map(arrivalOf)) } };
  return [
    {
      updateOne: {
        filter: { _id: first.customer_phone, published: sender?.published ?? { $exists: false } },
        update: withEvents(
          set,
          untold.map((text) => receivedEvent(text, now)),
          now,
        ),
        upsert: sender === undefined,
      },
    },
  ];
}

/** Puts the events of texts into the outboxes of their senders. Answers false where another process did meanwhile. */
async function publish(
  { senders }: MessagingContext,
  texts: readonly TextDoc[],
  now: Date,
): Promise<boolean> {
  const customers = byCustomer(texts);
  const known = await senders
    .find({ _id: { $in: [...customers.keys()] } }, { published: 1 })
    .lean<SenderDoc[]>();
  const before = new Map(known.map((sender) => [sender._id, sender]));
  const writes = [...customers].flatMap(([phone, those]) => publication(those, before.get(phone), now));
  if (writes.length === 0) return true;
  try {
    const { matchedCount, upsertedCount } = await senders.bulkWrite(writes, { ordered: false });
    return matchedCount + upsertedCount === writes.length;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

/** Whom texts are for: whose own number was written to, else whose lead it is. */
async function agentFinder(
  ctx: MessagingContext,
  docs: readonly TextDoc[],
  leads: ReadonlyMap<string, LeadToCall>,
) {
  const ids = [...leads.values()].flatMap(({ user_id }) => (user_id === 0 ? [] : [user_id]));
  const numbers = docs.map(({ our_number }) => our_number);
  const { byNumber, byId } = await findUsers(ctx, { numbers, ids });
  return ({ our_number }: TextDoc, lead: LeadToCall | undefined) =>
    byNumber.get(our_number) ?? byId.get(String(lead?.user_id));
}

const setAt = ({ texts }: MessagingContext, docs: readonly TextDoc[], at: Date | null) =>
  texts.updateMany({ _id: { $in: docs.map(({ _id }) => _id) } }, { $set: { at } });

async function ingest(ctx: MessagingContext, customers: readonly Waiting[]): Promise<void> {
  const now = ctx.clock.now();
  const { leads, unknown } = await leadsOf(ctx, customers);
  const docs = customers.filter((each) => !unknown.has(each)).flat();
  const agentOf = await agentFinder(ctx, docs, leads);
  const texts = docs.map((doc) => {
    const lead = leads.get(doc.customer_phone);
    return doc.published ? doc : assigned(doc, lead, agentOf(doc, lead));
  });
  const untold = texts.filter((_text, index) => docs[index]?.published === false);
  if (untold.length > 0) {
    const { matchedCount } = await ctx.texts.bulkWrite(untold.map((text) => assigning(text, now)));
    // Another process has the lease by now; what is left waits for the next round.
    if (matchedCount < untold.length) return;
  }
  const isPublished = await publish(ctx, texts, now);
  if (!isPublished) return;
  // Before it is told: whoever hears of it looks there.
  await bringForward(ctx, texts);
  await notify(
    ctx,
    texts.map(({ _id, lead_id, customer_fullname, user_id, text = '', files = [] }) => ({
      type: 'message',
      about: _id,
      lead_id,
      lead_name: customer_fullname,
      user_id,
      body: lineOf({ text, files }),
    })),
  );
  await answerHelp(ctx, texts, leads);
  await setAt(ctx, texts, null);
  if (unknown.size > 0) await setAt(ctx, [...unknown].flat(), new Date(now.getTime() + pauseMs));
}

/**
 * The job that takes texts in, a round of them at a time: whose each is, the event, the notification and its place in
 * the inbox, each of them once, and those of one customer in the order in which they came. While leads cannot be asked,
 * all of them wait.
 */
export function takingInOf(ctx: MessagingContext): Job {
  let backoffUntil = new Date(0);
  let nextLook: NodeJS.Timeout | undefined;

  /** Whoever has the lease may have looked before the text came that woke this process. */
  function lookAgain(): void {
    nextLook ??= setTimeout(() => {
      nextLook = undefined;
      ctx.intake.wake();
    }, takenMs).unref();
  }

  const run = async () => {
    if (backoffUntil > ctx.clock.now()) return false;
    const until = await claim(ctx);
    if (until === undefined) {
      lookAgain();
      return false;
    }
    try {
      const customers = await waitingTexts(ctx);
      if (customers.length > 0) await ingest(ctx, customers);
      return customers.length > 0;
    } catch (error) {
      ctx.log.warn({ err: error }, 'incoming texts could not be processed, retrying');
      backoffUntil = new Date(ctx.clock.now().getTime() + pauseMs);
      return false;
    } finally {
      await release(ctx, until);
    }
  };

  return {
    name: 'texts to take in',
    ...dueIn(ctx.texts, 'at', { is_client_message: 1 }),
    run,
  };
}

import { Types } from 'mongoose';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { newestFirst, type TimelinePlace } from '@crm/contracts/entities/timeline.js';
import type { timelineOfMessages as endpoint } from '@crm/contracts/http/timeline.js';
import { behind } from '@crm/domain/timeline/behind.js';
import type { MessagingContext } from '../context.js';
import { lineOf } from '../text/text-file.view.js';
import type { EmailDoc } from '../mail/email.model.js';
import { emailWords } from '../mail/sanitise-email.js';
import { lastFirst, type TextDoc } from '../text/text.model.js';

type Asked = InputOf<typeof endpoint>['body'];
type Entry = AnswerOf<typeof endpoint>['entries'][number];

/** An entry that is made only once it is known to be in the page: an e-mail's words cost more than all else here. */
interface Draft extends TimelinePlace {
  entry: () => Entry;
}

async function textsOf({ texts }: MessagingContext, { lead_id, before, limit }: Asked): Promise<Draft[]> {
  const found = await texts
    .find({ lead_id: new Types.ObjectId(lead_id), ...behind(before, { what: 'text', field: 'createdAt' }) })
    .sort(lastFirst)
    .limit(limit)
    .lean<TextDoc[]>();
  return found.map((doc) => {
    const place = { id: `text:${doc._id.toHexString()}`, at: doc.createdAt.toISOString() };
    const entry = (): Entry => ({
      kind: 'text',
      ...place,
      // Of a customer's text the agent is whom it was for.
      who: doc.is_client_message === 1 ? null : doc.agent_fullname || null,
      is_client_message: doc.is_client_message,
      text: lineOf(doc),
      number: doc.customer_phone.startsWith('+') ? doc.customer_phone : null,
      send_status: doc.send_status,
      reason: doc.reason,
    });
    return { ...place, entry };
  });
}

async function emailsOf({ emails }: MessagingContext, { lead_id, before, limit }: Asked): Promise<Draft[]> {
  const found = await emails
    .find({ lead_id: new Types.ObjectId(lead_id), ...behind(before, { what: 'email', field: 'createdAt' }) })
    .sort(lastFirst)
    .limit(limit)
    .lean<EmailDoc[]>();
  return found.map(({ _id, createdAt, fname, lname, title = '', text = '', to, send_status, reason }) => {
    const place = { id: `email:${_id.toHexString()}`, at: createdAt.toISOString() };
    const entry = (): Entry => ({
      kind: 'email',
      ...place,
      who: `${fname} ${lname}`.trim() || null,
      ...{ title, text: emailWords(text), to, send_status, reason },
    });
    return { ...place, entry };
  });
}

/** Which of some attempts became a text or an e-mail, by the id that both bear. */
async function storedOf({ texts, emails }: MessagingContext, attempts: readonly string[]): Promise<string[]> {
  const ids = attempts.filter((id) => Types.ObjectId.isValid(id)).map((id) => new Types.ObjectId(id));
  if (ids.length === 0) return [];
  const found = await Promise.all(
    [texts, emails].map(({ collection }) =>
      collection.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray(),
    ),
  );
  return found.flat().map(({ _id }) => _id.toHexString());
}

/** What messaging has for a lead's timeline, the newest first; leads has decided who may read it. */
export async function timelineOfMessages(
  ctx: MessagingContext,
  asked: Asked,
): Promise<AnswerOf<typeof endpoint>> {
  const [texts, emails, stored] = await Promise.all([
    asked.kinds.includes('text') ? textsOf(ctx, asked) : [],
    asked.kinds.includes('email') ? emailsOf(ctx, asked) : [],
    storedOf(ctx, asked.refused),
  ]);
  const page = [...texts, ...emails].toSorted(newestFirst).slice(0, asked.limit);
  return { entries: page.map(({ entry }) => entry()), stored };
}

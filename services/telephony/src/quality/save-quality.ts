import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { callQuality } from '@crm/contracts/bus/call-events.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { QualityFigures } from '@crm/contracts/entities/call-quality.js';
import type {
  rateCall as rateEndpoint,
  sendCallQuality as sendEndpoint,
} from '@crm/contracts/http/call-quality.js';
import { notFound, unavailable } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { CallDoc } from '../calls/call.model.js';
import type { TelephonyContext } from '../context.js';
import { qualityId, type CallQualityDoc } from './call-quality.model.js';

type Context = Pick<TelephonyContext, 'callDocs' | 'callQualities' | 'clock'>;
type Known = Pick<CallQualityDoc, 'figures' | 'thumb' | 'issue'>;
type Noted = AnswerOf<typeof sendEndpoint>;

const nothing: Known = { figures: null, thumb: null, issue: null };
const noted: Noted = { status: 'success', message: 'Noted' };
const maxTries = 5;

/**
 * A call that the asker takes, or took, part in: theirs now, or one of whose lines they know the carrier's id. Who
 * handed a call over is in it no more, and it was theirs all the same.
 */
async function callOfPart(
  { callDocs }: Pick<Context, 'callDocs'>,
  actor: Actor,
  { id, leg }: { id: string; leg: string },
): Promise<CallDoc> {
  const call = await callDocs.findById(new Types.ObjectId(id)).lean<CallDoc>();
  const isOwn = call?.user_id?.toHexString() === actor.id;
  const hasLeg = leg !== '' && Object.values(call?.legs ?? {}).some(({ sid }) => sid === leg);
  if (call === null || !(isOwn || hasLeg)) throw notFound('Call');
  return call;
}

function eventOf(call: CallDoc, actor: Actor, version: number, known: Known, now: Date) {
  const { direction, kind, startedAt } = call;
  const call_id = call._id.toHexString();
  return newEvent(callQuality, {
    source: 'telephony',
    subject: `call-quality/${qualityId(call_id, actor.id)}`,
    sequence: version,
    data: { call_id, user_id: actor.id, direction, kind, started_at: startedAt.toISOString(), ...known },
    actor,
    now,
  });
}

const isSame = (a: Known, b: Known) => a.figures === b.figures && a.thumb === b.thumb && a.issue === b.issue;

/** Saves what becomes of what is known of a part; where that is nothing new, nothing is written or published. */
async function change(
  ctx: Context,
  call: CallDoc,
  actor: Actor,
  become: (known: Known) => Known,
): Promise<void> {
  const { callQualities, clock } = ctx;
  const _id = qualityId(call._id.toHexString(), actor.id);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = clock.now();
    const found = await callQualities.findById(_id).lean<CallQualityDoc>();
    const before: Known =
      found === null ? nothing : { figures: found.figures, thumb: found.thumb, issue: found.issue };
    const next = become(before);
    if (isSame(before, next)) return;
    const version = (found?.version ?? 0) + 1;
    const event = eventOf(call, actor, version, next, now);
    if (found !== null) {
      const update = withEvents({ $set: next }, [event], now);
      const { matchedCount } = await callQualities.updateOne({ _id, version: found.version }, update);
      if (matchedCount > 0) return;
      continue;
    }
    try {
      const ids = { _id, call_id: call._id, user_id: new Types.ObjectId(actor.id) };
      await callQualities.create(insertWithEvents({ ...ids, ...next }, [event], now));
      return;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
  throw unavailable('The rating could not be saved, please try again');
}

/** Keeps how the sound of the asker's part of a call was; what comes first counts. */
export async function saveQuality(
  ctx: Context,
  actor: Actor,
  { params: { id }, body: { leg, ...measured } }: InputOf<typeof sendEndpoint>,
): Promise<Noted> {
  const figures: QualityFigures = measured;
  const call = await callOfPart(ctx, actor, { id, leg });
  await change(ctx, call, actor, (known) => (known.figures === null ? { ...known, figures } : known));
  return noted;
}

/** Keeps what the asker thought of it: a thumb, and what was wrong. */
export async function rateCall(
  ctx: Context,
  actor: Actor,
  { params: { id }, body: { leg, thumb, issue } }: InputOf<typeof rateEndpoint>,
): Promise<Noted> {
  const call = await callOfPart(ctx, actor, { id, leg });
  await change(ctx, call, actor, (known) => ({ ...known, thumb, issue: thumb === 'bad' ? issue : null }));
  return noted;
}

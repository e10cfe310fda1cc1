import { Types } from 'mongoose';
import type { Person, PersonRecords } from '@crm/contracts/http/privacy.js';
import type { PersonDesk } from '@crm/domain/privacy/tasks.js';
import type { DiallerContext } from '../dialler/dialler-calls.js';
import { dropAudio } from '../media/audio-files.js';

const objectIds = ({ lead_ids }: Person) => lead_ids.map((id) => new Types.ObjectId(id));

/** What is the person's: what belongs to the chosen leads, and by number alone what belongs to no lead at all. */
const oneOf = (person: Person) => ({
  $or: [{ lead_id: { $in: objectIds(person) } }, { lead_id: null, number: { $in: person.phones } }],
});

/** Records have no number: of a call without a lead they are found by the call. */
async function recordsOf({ callDocs }: DiallerContext, person: Person) {
  const lead_id = { $in: objectIds(person) };
  const strange = await callDocs.find({ lead_id: null, number: { $in: person.phones } }, { _id: 1 }).lean();
  return { $or: [{ lead_id }, { lead_id: null, call_id: { $in: strange.map(({ _id }) => _id) } }] };
}

async function collect(ctx: DiallerContext, person: Person): Promise<PersonRecords[]> {
  const [calls, records, voicemails, missed, dialled] = await Promise.all([
    ctx.callDocs.find(oneOf(person)).sort({ startedAt: 1 }).lean(),
    ctx.records
      .find(await recordsOf(ctx, person))
      .sort({ createdAt: 1 })
      .lean(),
    ctx.customerVoicemails.find(oneOf(person)).sort({ createdAt: 1 }).lean(),
    ctx.missedCalls.find(oneOf(person)).sort({ updated: 1 }).lean(),
    ctx.diallerAttempts
      .find({ lead_id: { $in: objectIds(person) } })
      .sort({ startedAt: 1 })
      .lean(),
  ]);
  return [
    {
      kind: 'calls',
      items: calls.map(({ startedAt, endedAt, direction, number, own_number, outcome }) => ({
        ...{ at: startedAt, ended: endedAt, direction, number, our_number: own_number, outcome },
      })),
    },
    {
      kind: 'recordings',
      items: records.map(({ _id, createdAt, duration, agent_name, text }) => ({
        ...{ id: _id.toHexString(), at: createdAt, seconds: duration, with: agent_name, said: text },
      })),
    },
    {
      kind: 'voicemails',
      items: voicemails.map(({ _id, createdAt, number, duration, text }) => ({
        ...{ id: _id.toHexString(), at: createdAt, number, seconds: duration, said: text },
      })),
    },
    { kind: 'missed_calls', items: missed.map(({ updated, number }) => ({ at: updated, number })) },
    { kind: 'dialled', items: dialled.map(({ startedAt, number }) => ({ at: startedAt, number })) },
  ];
}

/** Erases recordings or voicemails: at the carrier, then the audio, then what was written down of it. */
async function eraseAudio(
  ctx: DiallerContext,
  { collection, db }: DiallerContext['records'] | DiallerContext['customerVoicemails'],
  filter: object,
): Promise<number> {
  const documents = db.collection<{ _id: Types.ObjectId; recording_sid: string }>(collection.name);
  const found = await documents.find(filter, { projection: { recording_sid: 1 } }).toArray();
  for (const { _id, recording_sid } of found) {
    await ctx.forgetRecording(recording_sid);
    await dropAudio(ctx.audio, _id);
    await documents.deleteOne({ _id });
  }
  return found.length;
}

/** A document with nothing left to tell or to do. */
const published = { outboxAt: { $exists: false } };

async function erase(ctx: DiallerContext, person: Person) {
  const ids = objectIds(person);
  const mine = oneOf(person);
  const recordings = await eraseAudio(ctx, ctx.records, await recordsOf(ctx, person));
  const voicemails = await eraseAudio(ctx, ctx.customerVoicemails, mine);
  const missed = await ctx.missedCalls.deleteMany({ ...mine, ...published });
  const dialled = await ctx.diallerAttempts.deleteMany({ lead_id: { $in: ids }, isOver: true, ...published });
  await ctx.diallerPool.deleteMany({ _id: { $in: ids } });
  // Last: by them recordings of callers without a lead are found.
  const calls = await ctx.callDocs.deleteMany({ ...mine, state: 'ended', lookAt: null, ...published });
  const left = await Promise.all([
    ctx.callDocs.countDocuments(mine),
    ctx.missedCalls.countDocuments(mine),
    ctx.diallerAttempts.countDocuments({ lead_id: { $in: ids } }),
  ]);
  return {
    counts: {
      calls: calls.deletedCount,
      recordings,
      voicemails,
      missed_calls: missed.deletedCount,
      dialled: dialled.deletedCount,
    },
    isWhole: left.every((count) => count === 0),
  };
}

/** What telephony keeps of a person; a call that is under way is waited for. */
export function telephonyDesk(ctx: DiallerContext): PersonDesk {
  return { collect: (person) => collect(ctx, person), erase: (person) => erase(ctx, person) };
}

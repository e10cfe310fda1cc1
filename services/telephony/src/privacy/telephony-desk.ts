import { Types } from 'mongoose';
import type { Person, PersonRecords } from '@crm/contracts/http/privacy.js';
import type { RetentionClass } from '@crm/contracts/customers/retention.js';
import type { Erased, PersonDesk } from '@crm/domain/privacy/tasks.js';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import type { DiallerContext } from '../dialler/dialler-calls.js';
import { audioDigest } from '../media/audio-digest.js';
import type { RecordedDoc } from '../media/fetch-audio.js';
import { dropPersonFile } from '@crm/domain/media/person-files.js';

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

/** Names of users, as they are now. */
async function namesOf({ users }: DiallerContext, ids: readonly (Types.ObjectId | null)[]) {
  const known = await users.find({ _id: { $in: ids.filter((id) => id !== null) } }, { fullname: 1 }).lean();
  const names = new Map(known.map(({ _id, fullname }) => [_id.toHexString(), fullname]));
  return (id: Types.ObjectId | null) => (id === null ? null : (names.get(id.toHexString()) ?? null));
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
  const nameOf = await namesOf(
    ctx,
    calls.map(({ user_id }) => user_id),
  );
  const digestOf = (doc: (typeof records)[number]) => audioDigest(ctx.voices, ctx.records, doc);
  const voicemailDigestOf = (doc: (typeof voicemails)[number]) =>
    audioDigest(ctx.voices, ctx.customerVoicemails, doc);
  return [
    {
      kind: 'calls',
      items: calls.map(({ _id, startedAt, endedAt, direction, number, own_number, outcome, user_id }) => ({
        ...{
          id: _id.toHexString(),
          at: startedAt,
          ended: endedAt,
          direction,
          number,
          our_number: own_number,
        },
        ...{ outcome, with: nameOf(user_id) },
      })),
    },
    {
      kind: 'recordings',
      items: await Promise.all(
        records.map(async (doc) => ({
          ...{ id: doc._id.toHexString(), at: doc.createdAt, seconds: doc.duration, with: doc.agent_name },
          ...{
            said: doc.text ?? null,
            call_id: doc.call_id?.toHexString() ?? null,
            sha256: await digestOf(doc),
          },
        })),
      ),
    },
    {
      kind: 'voicemails',
      items: await Promise.all(
        voicemails.map(async (doc) => ({
          ...{ id: doc._id.toHexString(), at: doc.createdAt, number: doc.number, seconds: doc.duration },
          ...{ said: doc.text ?? null, sha256: await voicemailDigestOf(doc) },
        })),
      ),
    },
    { kind: 'missed_calls', items: missed.map(({ updated, number }) => ({ at: updated, number })) },
    { kind: 'dialled', items: dialled.map(({ startedAt, number }) => ({ at: startedAt, number })) },
  ];
}

/** Erases recordings or voicemails: at the carrier, then the audio, then what was written down of it. */
async function eraseAudio(
  ctx: DiallerContext,
  model: DiallerContext['records'] | DiallerContext['customerVoicemails'],
  filter: object,
): Promise<number> {
  const documents = nativeCollection<RecordedDoc>(model);
  const found = await documents.find(filter, { projection: { recording_sid: 1 } }).toArray();
  // First, since nothing says of them afterwards. Those of a lead are under the lead's key.
  await ctx.dataKeys.destroy(
    found.map(({ _id }) => _id.toHexString()),
    ctx.clock.now(),
  );
  for (const { _id, recording_sid } of found) {
    await ctx.forgetRecording(recording_sid);
    await dropPersonFile(ctx.voices, _id);
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
  const isWhole = left.every((count) => count === 0);
  if (isWhole) await ctx.dataKeys.destroy(person.lead_ids, ctx.clock.now());
  return {
    counts: {
      calls: calls.deletedCount,
      recordings,
      voicemails,
      missed_calls: missed.deletedCount,
      dialled: dialled.deletedCount,
    },
    isWhole,
  };
}

/** Deletes the audio of recordings and voicemails, at the carrier too; what was written down of them stays. */
async function dropSaleAudio(ctx: DiallerContext, person: Person): Promise<Erased> {
  const counts = { recordings: 0, voicemails: 0 };
  const filter = { lead_id: { $in: objectIds(person) }, audio: { $exists: true } };
  for (const [kind, model] of [
    ['recordings', ctx.records],
    ['voicemails', ctx.customerVoicemails],
  ] as const) {
    const documents = nativeCollection<RecordedDoc>(model);
    for (const { _id, recording_sid } of await documents.find(filter).toArray()) {
      await ctx.forgetRecording(recording_sid);
      await dropPersonFile(ctx.voices, _id);
      await documents.updateOne({ _id }, { $unset: { audio: 1 } });
      counts[kind] += 1;
    }
  }
  return { counts, isWhole: true };
}

/** Deletes what of a class has ended for these leads. */
async function expire(ctx: DiallerContext, person: Person, ended: RetentionClass): Promise<Erased> {
  if (ended === 'sale-audio') return dropSaleAudio(ctx, person);
  if (ended !== 'sale-recordings') return erase(ctx, person);
  const filter = { lead_id: { $in: objectIds(person) } };
  const recordings = await eraseAudio(ctx, ctx.records, filter);
  const voicemails = await eraseAudio(ctx, ctx.customerVoicemails, filter);
  return { counts: { recordings, voicemails }, isWhole: true };
}

/** What telephony keeps of a person; a call that is under way is waited for. */
export function telephonyDesk(ctx: DiallerContext): PersonDesk {
  return {
    collect: (person) => collect(ctx, person),
    erase: (person) => erase(ctx, person),
    expire: (person, ended) => expire(ctx, person, ended),
  };
}

import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { forbidden, notFound, sessionEnded, unavailable } from '@crm/platform/errors/app-error.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { withTeam } from '@crm/domain/users/with-team.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import type { TelephonyContext } from '../context.js';
import { mayHearRecord } from '../recordings/records.js';
import type { RecordDoc } from '../recordings/record.model.js';
import { findUser } from '../users/save-users.js';
import { mayHearVoicemail } from '../voicemails/customer-voicemails.js';
import type { CustomerVoicemailDoc } from '../voicemails/customer-voicemail.model.js';
import { mayHearGreeting } from '../voicemails/greetings.js';
import type { GreetingDoc, VoicemailDoc } from '../voicemails/voicemail.model.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { voiceOf, type StoredAudio, type VoiceDoc } from '../media/audio-files.js';
import type { AnsweredFile } from '@crm/domain/media/answer-file.js';
import { openPersonFile } from '@crm/domain/media/person-files.js';
import { openFile } from '@crm/domain/media/stored-files.js';
import type { LinkSession } from '@crm/domain/media/file-link.rules.js';
import { audioLinks, type AudioRef } from '../media/audio-links.js';

/** Audio as it is played, and the lead whose voice it is, if it is one's. */
type Heard = StoredAudio & { open: AnsweredFile['open']; lead_id?: Types.ObjectId | null };

/** What is played, what the audit log calls it, and who listens. */
type Found = Omit<Heard, 'lead_id'> & {
  _id: Types.ObjectId;
  subjects: string[];
  actor: Actor | 'carrier';
};

/** What each kind is called in the audit log. */
const nouns = {
  record: 'recording',
  customer: 'voicemail',
  voicemail: 'outbound-voicemail',
  greeting: 'greeting',
} as const satisfies Record<AudioRef['kind'], string>;

/** Whoever a link was made for, as they are now: a session that is over, or a ban, ends it. */
async function listener(
  ctx: TelephonyContext,
  sessions: Pick<Sessions, 'isOver' | 'isFresh' | 'catchUp'>,
  session: LinkSession,
): Promise<Actor> {
  await sessions.catchUp();
  if (sessions.isOver(session)) throw sessionEnded();
  if (!sessions.isFresh()) throw unavailable('Sessions cannot be checked right now, please try again');
  const user = await findUser(ctx, session.sub);
  if (user === undefined) throw sessionEnded();
  const { role_id: role, subroles, fullname } = user;
  return withTeam(ctx.users, { id: session.sub, role, subroles, fullname });
}

/** A customer's voice; undefined where it is not here, or was erased. */
async function voiceHeard(
  { voices }: Pick<TelephonyContext, 'voices'>,
  doc: VoiceDoc & Pick<RecordDoc | CustomerVoicemailDoc, 'audio' | 'lead_id'>,
): Promise<Heard | undefined> {
  const open = doc.audio && (await openPersonFile(voices, voiceOf(doc)));
  return doc.audio && open && { ...doc.audio, open, lead_id: doc.lead_id };
}

/** What our own people recorded. */
const ownHeard = (
  { audio: files }: Pick<TelephonyContext, 'audio'>,
  { _id, audio }: Pick<VoicemailDoc | GreetingDoc, '_id' | 'audio'>,
): Heard => ({ ...audio, open: (range) => openFile(files, _id, range) });

/** How each kind is read, and who may hear it; what only users listen to, the carrier is never given. */
const kinds: Record<
  AudioRef['kind'],
  (ctx: TelephonyContext, _id: Types.ObjectId, actor: Actor | 'carrier') => Promise<Heard | undefined>
> = {
  record: async (ctx, _id, actor) => {
    const doc = await ctx.records.findById(_id).lean<RecordDoc>();
    if (doc === null || actor === 'carrier') return undefined;
    return (await mayHearRecord(ctx, actor, doc)) ? voiceHeard(ctx, doc) : undefined;
  },
  customer: async (ctx, _id, actor) => {
    const doc = await ctx.customerVoicemails.findById(_id).lean<CustomerVoicemailDoc>();
    if (doc === null || actor === 'carrier') return undefined;
    return (await mayHearVoicemail(ctx, actor, doc)) ? voiceHeard(ctx, doc) : undefined;
  },
  voicemail: async (ctx, _id, actor) => {
    const doc = await ctx.voicemails.findOne(alive({ _id })).lean<VoicemailDoc>();
    if (doc === null) return undefined;
    const isTheirs =
      actor === 'carrier' || actor.role === roles.admin || doc.user_id.toHexString() === actor.id;
    return isTheirs ? ownHeard(ctx, doc) : undefined;
  },
  greeting: async (ctx, _id, actor) => {
    const doc = await ctx.greetings.findById(_id).lean<GreetingDoc>();
    if (doc === null) return undefined;
    return actor === 'carrier' || (await mayHearGreeting(ctx, actor, doc)) ? ownHeard(ctx, doc) : undefined;
  },
};

/**
 * The audio behind a link, for whom it was made, if they may hear it still: rights are asked when it is played, not when
 * the link was made. Throws 404 where it is no link of ours, or leads to nothing for them; 403 where it is over.
 */
export async function streamRecording(
  ctx: TelephonyContext,
  sessions: Pick<Sessions, 'isOver' | 'isFresh' | 'catchUp'>,
  token: string,
): Promise<Found> {
  const link = audioLinks.read(ctx.config.mediaKeys, token);
  if (link === undefined) throw notFound('Audio');
  if (link.expiresAt * 1000 <= ctx.clock.now().getTime()) {
    throw forbidden('This link has expired, please open the recording again');
  }
  const { file: audio, audience } = link;
  const actor = audience === 'carrier' ? audience : await listener(ctx, sessions, audience);
  const _id = new Types.ObjectId(audio.id);
  const found = await kinds[audio.kind](ctx, _id, actor);
  if (found === undefined) throw notFound('Audio');
  const { lead_id, ...stored } = found;
  const subjects = [
    `${nouns[audio.kind]}/${audio.id}`,
    ...(lead_id ? [`lead/${lead_id.toHexString()}`] : []),
  ];
  return { ...stored, _id, subjects, actor };
}

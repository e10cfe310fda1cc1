import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { getUserStatus } from '@crm/contracts/http/account.js';
import type { dialOneByOne as endpoint } from '@crm/contracts/http/calling.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import { auditSubject } from '@crm/platform/audit/add-details.js';
import { answerError } from '@crm/platform/errors/answer-error.js';
import { AppError } from '@crm/platform/errors/app-error.js';
import { CarrierError } from '@crm/domain/carrier/carrier-error.js';
import { refusalOf } from '../carrier/refusal.js';
import { info, success } from '@crm/platform/http/outcomes.js';
import type { CallToDial } from '../calls/dialler-call.js';
import { askPermission } from '../calls/permission.js';
import { voicemailOfDialler } from '../voicemails/voicemails.js';
import { beginAttempt, learn } from './attempts.js';
import { chooseLead, type Chosen } from './choose-lead.js';
import type { DiallerContext } from './dialler-calls.js';
import { isSoonFree, renewLine, leaveLine, lineOf, takeLine, type Line } from './line.js';
import { settlePoolLead } from './pool.js';
import { switchOff } from './switch-off.js';

type Answer = AnswerOf<typeof endpoint>;

/** Whoever asks, with the session they ask by. */
interface Asker {
  actor: Actor;
  token: string;
}

/** Whether the guide's dialler is on: as it is known here, or where that says no, as auth has it at this moment. */
async function isOn(ctx: DiallerContext, { actor, token }: Asker): Promise<boolean> {
  const known = await ctx.users.findById(new Types.ObjectId(actor.id)).lean();
  if (known?.AD_Status === 1) return true;
  const body = { user_id: actor.id, field: 'AD_status' as const };
  return (await ctx.services.call(getUserStatus, { body }, { token })).status === 1;
}

/** The answer where the dialler was switched off while a lead was chosen. */
export const off: Answer = { ...info('The dialler is off'), AD_restart: false };

/** A window that asks while the dialler is off stops too: anything but 200 tells it so. */
async function refuseWhileOff(ctx: DiallerContext, guideId: string): Promise<never> {
  const line = await lineOf(ctx, guideId);
  throw line?.offBecause === undefined
    ? new AppError('conflict', 'The dialler is off', { status: 'info' })
    : new AppError('conflict', line.offBecause, { status: 'warning' });
}

/**
 * Dials the guide's next lead as they ask for it (POST /api/autodialler/one-by-one); the server dials those behind it by
 * itself. While one is being dialled it says so and dials none: browsers ask twice. Refused while the dialler is off.
 */
export async function dialOneByOne(ctx: DiallerContext, asker: Asker): Promise<Answer> {
  const guideId = asker.actor.id;
  if (!(await isOn(ctx, asker))) return refuseWhileOff(ctx, guideId);
  const isBusy = { ...info('A lead is already being called'), AD_restart: false };
  // The server goes on when that call is over.
  if ((await ctx.calls.live(guideId)) !== null) return isBusy;
  const answer = await dialNext(ctx, guideId);
  return answer ?? { ...isBusy, AD_restart: await isSoonFree(ctx, guideId) };
}

/** As `dialLead`; whatever keeps it from dialling switches the dialler off, with what it throws as the reason. */
export async function dialNext(ctx: DiallerContext, guideId: string): Promise<Answer | undefined> {
  try {
    return await dialLead(ctx, guideId);
  } catch (error) {
    const { status, message } = answerError(error).body;
    await switchOff(ctx, guideId, { status, message }).catch((fault: unknown) => {
      ctx.log.warn({ err: fault, guide: guideId }, 'the dialler could not be switched off');
    });
    throw error;
  }
}

/**
 * Dials a guide's next lead: their device is rung first, the customer once it is there. Undefined where their line is
 * taken. Refused at once by a rule: the answer says so, and that another is to be dialled. Nobody left: 404. Carrier out
 * of reach, or a fault of our account: 502; the lead stays as it was.
 */
async function dialLead(ctx: DiallerContext, guideId: string): Promise<Answer | undefined> {
  const line = await takeLine(ctx, guideId, new Types.ObjectId().toHexString());
  if (line === undefined) return undefined;

  let isPlaced = false;
  try {
    const chosen = await chosenAttempt(ctx, line);
    if (chosen === undefined) throw new AppError('not_found', 'No leads to call', { status: 'info' });
    if (!(await renewLine(ctx, line))) {
      await learn(ctx, line.callId, { outcome: 'canceled' });
      return off;
    }
    isPlaced = true;
    auditSubject(`lead/${chosen.lead.lead_id}`);
    return await dial(ctx, line, chosen);
  } finally {
    if (!isPlaced) await leaveLine(ctx, line, { goesOn: false });
  }
}

/** Chooses a lead and writes the attempt down; an item of a run that was dialled before is not dialled again. */
async function chosenAttempt(ctx: DiallerContext, line: Line): Promise<Chosen | undefined> {
  for (;;) {
    const chosen = await chooseLead(ctx, line);
    if (chosen === undefined) return undefined;
    const { lead, number, from } = chosen;
    const isNew = await beginAttempt(ctx, {
      call_id: line.callId,
      guide_id: line.guideId,
      lead_id: lead.lead_id,
      number,
      item: from.is === 'run' ? from.item : null,
      isPooled: from.is === 'pool',
    });
    if (from.is === 'run') await from.pass();
    if (from.is === 'pool') await settlePoolLead(ctx, lead.lead_id, { state: 'dialled' });
    if (isNew) return chosen;
  }
}

/** What a machine is played: a recorded message only for who agreed to recorded calls, and where it is permitted. */
async function permittedVoicemail(
  ctx: DiallerContext,
  guideId: string,
  { lead, number }: Chosen,
): Promise<string | undefined> {
  if (lead.recorded_ok !== 1) return undefined;
  const voicemail = await voicemailOfDialler(ctx, guideId);
  if (voicemail === undefined) return undefined;
  const asked = { lead_id: lead.lead_id, phone: number, user_id: null, prerecorded: true } as const;
  const { allowed } = await askPermission(ctx, asked);
  return allowed ? voicemail : undefined;
}

async function dial(
  ctx: DiallerContext,
  { guideId, callId, stoppedAt }: Line,
  chosen: Chosen,
): Promise<Answer> {
  const { lead, number } = chosen;
  const voicemail = await permittedVoicemail(ctx, guideId, chosen);
  const why = await ring(ctx, { call_id: callId, guide_id: guideId, lead, number, voicemail });
  if (why !== undefined) {
    await learn(ctx, callId, { outcome: 'refused' });
    return { status: 'warning', message: `The call was refused: ${why}`, AD_restart: true };
  }
  const line = await ctx.diallers.findById(new Types.ObjectId(guideId)).lean();
  if (line?.stoppedAt?.getTime() !== stoppedAt?.getTime()) {
    await ctx.calls.callOff(callId);
    return off;
  }
  return { ...success(`Calling ${lead.fullname}`), AD_restart: false };
}

/**
 * Places the call; answers why a rule says no. Where the guide's own device cannot be rung nothing is said of the lead,
 * which is put back by the end of the call.
 */
async function ring(ctx: DiallerContext, call: CallToDial): Promise<string | undefined> {
  try {
    return await ctx.calls.place(call);
  } catch (error) {
    if (!(error instanceof CarrierError)) {
      await learn(ctx, call.call_id, { outcome: 'failed' }, { isAnswered: true });
      throw error;
    }
    throw refusalOf(error);
  }
}

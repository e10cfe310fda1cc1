import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { consentRevoked } from '@crm/contracts/bus/consent-events.js';
import { hidesPhones } from '@crm/contracts/codes/statuses.js';
import type { ConsentChannel, ConsentEvent } from '@crm/contracts/customers/consent.js';
import { contactPlace } from '@crm/contracts/customers/contact.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type * as calls from '@crm/contracts/http/consents.js';
import { conflict, invalid, notFound } from '@crm/platform/errors/app-error.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { workableLead } from '../lead/lead.access.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { channelsLeft } from '../permission/consent.rules.js';
import { addressAt } from '../permission/overrides.js';
import { recordedIdOf, recordErrors } from './consent.rules.js';
import type { ConsentDoc, RevocationPart } from './consent.model.js';
import { ofPersons, personOf, withOptOuts } from './consents.js';
import { insertConsent } from './save-consent.js';

async function shown(ctx: LeadsContext, lead: LeadDoc, _id: Types.ObjectId): Promise<ConsentEvent> {
  const doc = await ctx.consents.findById(_id).lean<ConsentDoc>();
  const [view] = await withOptOuts(ctx, doc === null ? [] : [doc], hidesPhones(lead.status));
  if (view === undefined) throw notFound('Consent');
  return view;
}

/**
 * Records a consent that a customer gave to whoever works the lead, or to somebody named. The same words again are the
 * same consent. Throws 404 for a lead of somebody else, `invalid` with every wrong field.
 */
export async function recordConsent(
  ctx: LeadsContext,
  actor: Actor,
  { params, body }: Pick<InputOf<typeof calls.recordConsent>, 'params' | 'body'>,
): Promise<ConsentEvent> {
  const { lead } = await workableLead(ctx, actor, params.id);
  const now = ctx.clock.now();
  const has = contactPlace.options.filter((place) => addressAt(lead, place) !== null);
  const wrong = recordErrors(body, has, now);
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const _id = new Types.ObjectId(recordedIdOf(params.id, { by: actor.id, ...body }));
  await insertConsent(ctx, actor, {
    _id,
    lead_id: lead._id,
    addresses: [...new Set(body.places)].flatMap((place) => addressAt(lead, place) ?? []),
    kind: body.kind,
    channels: [...new Set(body.channels)],
    at: new Date(body.at),
    received_at: now,
    received_from: actor.fullname,
    asked_by: body.asked_by || actor.fullname,
    text: body.wording || null,
    url: null,
    ip: null,
    seller: body.seller || ctx.config.agencyName,
    note: body.note || null,
    expires_at: body.expires_at === null ? null : new Date(body.expires_at),
    certificates: [],
    revocations: [],
  });
  return shown(ctx, lead, _id);
}

/** What a revocation of a consent takes back: what was asked for and is left of it; all of it where nothing was named. */
function takenBack(doc: ConsentDoc, asked: readonly ConsentChannel[] | undefined): ConsentChannel[] {
  const left = channelsLeft(doc);
  if (doc.channels.length === 0) return [...(asked ?? [])];
  return asked === undefined ? left : left.filter((channel) => asked.includes(channel));
}

/**
 * Adds a revocation to a consent, unless all of it was taken back before. Answers whether there was anything to take back.
 */
export async function addRevocation(
  ctx: LeadsContext,
  actor: EventActor,
  consentId: Types.ObjectId,
  revocation: Pick<RevocationPart, 'by' | 'reason'> & { channels?: readonly ConsentChannel[] | undefined },
): Promise<boolean> {
  const { by, reason } = revocation;
  return retryOnConflict(async () => {
    const doc = await ctx.consents.findById(consentId).lean<ConsentDoc>();
    if (doc === null) throw notFound('Consent');
    const channels = takenBack(doc, revocation.channels);
    const isAgain = channels.length === 0 && (doc.channels.length > 0 || (doc.revocations ?? []).length > 0);
    if (isAgain) return false;
    const at = ctx.clock.now();
    // Missing in consents that were stored before they had a version.
    const version = (doc.version as number | undefined) ?? 0;
    const event = newEvent(consentRevoked, {
      source: 'leads',
      subject: `consent/${consentId.toHexString()}`,
      sequence: version + 1,
      data: {
        consent_id: consentId.toHexString(),
        lead_id: doc.lead_id?.toHexString() ?? null,
        channels,
        at: at.toISOString(),
      },
      actor,
      now: at,
    });
    const { matchedCount } = await ctx.consents.updateOne(
      { _id: consentId, version: version === 0 ? null : version },
      withEvents({ $push: { revocations: { at, by, reason, channels } } }, [event], at),
    );
    return matchedCount > 0 ? true : undefined;
  });
}

/**
 * Records that a customer took a consent of a lead back. Taken back before, it stays as it is. Throws 404 for a lead of
 * somebody else or a consent of another person, `conflict` for a consent to be recorded, which the lead itself says.
 */
export async function revokeConsent(
  ctx: LeadsContext,
  actor: Actor,
  { params, body }: Pick<InputOf<typeof calls.revokeConsent>, 'params' | 'body'>,
): Promise<ConsentEvent> {
  const { lead } = await workableLead(ctx, actor, params.id);
  const _id = new Types.ObjectId(params.consentId);
  const doc = await ctx.consents.findOne({ _id, ...ofPersons(personOf(lead)) }).lean<ConsentDoc>();
  if (doc === null) throw notFound('Consent');
  if (doc.channels.includes('recording'))
    throw conflict(undefined, 'Clear "Agreed to recorded calls and messages" on the lead instead');
  await addRevocation(ctx, actor, _id, { by: actor.fullname, ...body });
  return shown(ctx, lead, _id);
}

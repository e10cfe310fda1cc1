import { Types } from 'mongoose';
import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import type {
  changePartner as changeEndpoint,
  createPartner as createEndpoint,
} from '@crm/contracts/http/intake.js';
import { partnerSource, type Partner } from '@crm/contracts/http/intake.js';
import type { InputOf } from '@crm/contracts/http/endpoint.js';
import { alreadyExists, forbidden, notFound } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { keyHash, newKey } from './intake.rules.js';
import type { PartnerDoc } from './partner.model.js';

type Partners = Pick<LeadsContext, 'partners' | 'clock'>;
type Source = z.infer<typeof partnerSource>;

function partnerView({ _id, sources, last_used_at, createdAt, ...partner }: PartnerDoc): Partner {
  const { code, name, active, key_hint, accepted, rejected } = partner;
  return {
    id: _id.toHexString(),
    code,
    name,
    sources: partnerSource.array().parse(sources),
    active,
    key_hint,
    accepted,
    rejected,
    last_used_at: last_used_at?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** All partners, by name. */
export async function listPartners({ partners }: Partners): Promise<Partner[]> {
  return (await partners.find().sort({ name: 1 }).lean<PartnerDoc[]>()).map(partnerView);
}

/** Makes a partner and answers the key, which nobody can read again. Throws `already_exists` for a code in use. */
export async function createPartner(
  { partners, clock }: Partners,
  { fullname }: Actor,
  given: InputOf<typeof createEndpoint>['body'],
): Promise<{ partner: Partner; key: string }> {
  const { key, ...kept } = newKey();
  const partner: PartnerDoc = {
    _id: new Types.ObjectId(),
    ...given,
    ...kept,
    active: 1,
    accepted: 0,
    rejected: 0,
    last_used_at: null,
    createdAt: clock.now(),
    created_by: fullname,
    changed_by: fullname,
  };
  try {
    await partners.collection.insertOne(partner);
  } catch (error) {
    if (isDuplicate(error)) throw alreadyExists('Another partner has this code', 'code');
    throw error;
  }
  return { partner: partnerView(partner), key };
}

async function changed({ partners }: Partners, id: string, set: Partial<PartnerDoc>): Promise<Partner> {
  const partner = await partners
    .findOneAndUpdate({ _id: new Types.ObjectId(id) }, { $set: set }, { returnDocument: 'after' })
    .lean<PartnerDoc>();
  if (partner === null) throw notFound('Partner');
  return partnerView(partner);
}

/** Changes what a partner is called, where its leads are from, and whether it may deliver. */
export function changePartner(
  ctx: Partners,
  { fullname }: Actor,
  id: string,
  given: InputOf<typeof changeEndpoint>['body'],
): Promise<Partner> {
  return changed(ctx, id, { ...given, changed_by: fullname });
}

/** Gives a partner a new key; the old one opens nothing from now on. */
export async function renewPartnerKey(
  ctx: Partners,
  { fullname }: Actor,
  id: string,
): Promise<{ partner: Partner; key: string }> {
  const { key, ...kept } = newKey();
  return { partner: await changed(ctx, id, { ...kept, changed_by: fullname }), key };
}

/** The partner whose key came with a call for a source. Throws `forbidden`, which tells nothing of why. */
export async function partnerOf({ partners }: Partners, key: string, source: Source): Promise<PartnerDoc> {
  const partner = await partners.findOne({ key_hash: keyHash(key), active: 1 }).lean<PartnerDoc>();
  if (partner === null || !partner.sources.includes(source)) {
    throw forbidden('This key does not open this source');
  }
  return partner;
}

/** Counts what became of a partner's lead, and when the partner was last there. */
export async function countDelivery(
  { partners, clock }: Partners,
  { _id }: PartnerDoc,
  result: 'accepted' | 'rejected',
): Promise<void> {
  await partners.updateOne({ _id }, { $inc: { [result]: 1 }, $set: { last_used_at: clock.now() } });
}

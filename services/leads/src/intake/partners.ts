import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { partners, type Partner, type partnerSources } from '@crm/contracts/resources/partner.js';
import { forbidden } from '@crm/platform/errors/app-error.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { createRecord, overwriteRecord, type Stored } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import { keyHash, newKey } from './intake.rules.js';
import type { PartnerDoc } from './partner.model.js';

type Partners = Pick<LeadsContext, 'partners' | 'clock'>;
type PartnerWithKey = Partner & { key: string };

/** The partners as a resource. */
export const storedPartners = ({
  partners: model,
  clock,
}: Partners): Stored<typeof partners.fields, PartnerDoc> => ({
  resource: partners,
  model,
  clock,
});

/** Makes a partner and answers the key, which nobody can read again. Throws `already_exists` for a code in use. */
export async function createPartner(
  ctx: Partners,
  actor: Actor,
  given: z.output<typeof partners.creation>,
): Promise<PartnerWithKey> {
  const { key, ...kept } = newKey();
  return { ...(await createRecord(storedPartners(ctx), actor, given, kept)), key };
}

/** Gives a partner a new key; the old one opens nothing from now on. Throws `not_found`. */
export async function renewPartnerKey(ctx: Partners, actor: Actor, id: string): Promise<PartnerWithKey> {
  const { key, ...kept } = newKey();
  return { ...(await overwriteRecord(storedPartners(ctx), actor, id, {}, kept)), key };
}

/** The partner whose key came with a call for a source. Throws `forbidden`, which tells nothing of why. */
export async function partnerOf(
  { partners: model }: Pick<LeadsContext, 'partners'>,
  key: string,
  source: (typeof partnerSources)[number],
): Promise<PartnerDoc> {
  const partner = await model
    .findOne(alive({ key_hash: keyHash(key), active: 1 as const }))
    .lean<PartnerDoc>();
  if (partner === null || !partner.sources.includes(source)) {
    throw forbidden('This key is not valid for this source');
  }
  return partner;
}

/** Counts what became of a partner's lead, and when the partner was last there. */
export async function countDelivery(
  { partners: model, clock }: Pick<LeadsContext, 'partners' | 'clock'>,
  { _id }: PartnerDoc,
  result: 'accepted' | 'rejected',
): Promise<void> {
  await model.updateOne(alive({ _id }), { $inc: { [result]: 1 }, $set: { last_used_at: clock.now() } });
}

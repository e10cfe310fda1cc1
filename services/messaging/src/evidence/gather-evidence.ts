import { randomUUID } from 'node:crypto';
import type { Actor } from '@crm/contracts/access.js';
import {
  leadsEvidence,
  telephonyEvidence,
  type Evidence,
  type EvidenceSubject,
} from '@crm/contracts/http/evidence.js';
import { auditSubject } from '@crm/platform/audit/add-details.js';
import type { MessagingContext } from '../context.js';
import { messagingDesk } from '../privacy/messaging-desk.js';

/**
 * Gathers what is stored of a person, as an export does, at this moment: leads says who is meant. Throws 404 for a lead that
 * is gone, 503 where a service does not answer: a pack is whole or is none.
 */
export async function gatherEvidence(
  ctx: MessagingContext,
  actor: Actor,
  subject: EvidenceSubject,
): Promise<Evidence> {
  const { services, clock, log } = ctx;
  if (subject.phone !== undefined) auditSubject(`number/${subject.phone}`);
  if (subject.email !== undefined) auditSubject(`email/${subject.email}`);
  const known = await services.call(leadsEvidence, { body: subject }, { asService: true });
  const { person, leads } = known;
  for (const lead of person.lead_ids) auditSubject(`lead/${lead}`);
  const [telephony, messaging] = await Promise.all([
    services.call(telephonyEvidence, { body: person }, { asService: true }),
    messagingDesk(ctx).collect(person),
  ]);
  const id = randomUUID();
  log.info({ evidence: id, user: actor.id, leads: person.lead_ids }, 'evidence pack made');
  return {
    id,
    made_at: clock.now().toISOString(),
    made_by: actor.fullname,
    person,
    leads,
    records: [...known.records, ...telephony.records, ...messaging],
  };
}

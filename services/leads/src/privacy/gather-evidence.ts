import { Types } from 'mongoose';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { EvidenceSubject, leadsEvidence } from '@crm/contracts/http/evidence.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { PersonDesk } from '@crm/domain/privacy/tasks.js';
import type { LeadsContext } from '../context.js';
import { deletedPersonLead, leadsEvenDeleted } from '../retention/deleted-leads.js';
import { findPerson, personLead } from './find-person.js';
import { personMeant } from './make-request.js';

/** The leads that a subject names: a lead itself, or all with a number or an e-mail. Throws 404 for a lead that is gone. */
async function leadsOf(ctx: LeadsContext, { phone, email, lead_id }: EvidenceSubject) {
  if (lead_id === undefined) {
    return findPerson(ctx, { phones: phone ? [phone] : [], emails: email ? [email] : [] });
  }
  const { living, deleted } = await leadsEvenDeleted(ctx, [new Types.ObjectId(lead_id)]);
  const leads = [...living.map(personLead), ...deleted.map(deletedPersonLead)];
  if (leads.length === 0) throw notFound('Lead');
  return leads;
}

/** Who is meant, their leads, and what leads stores of them: the same records as an export has. */
export async function gatherEvidence(
  ctx: LeadsContext,
  desk: PersonDesk,
  subject: EvidenceSubject,
): Promise<AnswerOf<typeof leadsEvidence>> {
  const leads = await leadsOf(ctx, subject);
  const { phone, email } = subject;
  const { person } = await personMeant(ctx, {
    phones: phone === undefined ? [] : [phone],
    emails: email === undefined ? [] : [email],
    lead_ids: leads.map(({ id }) => id),
  });
  return { person, leads, records: await desk.collect(person) };
}

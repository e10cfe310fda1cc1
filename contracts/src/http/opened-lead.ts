import { z } from 'zod';
import { lead } from '../entities/lead.js';
import { listBeneficiaries } from './beneficiaries.js';
import { listConsents } from './consents.js';
import { listFollowupsOfLead } from './followups.js';
import { listTexts } from './messaging.js';
import { listNotes } from './notes.js';
import { leadPermission } from './permission.js';

/** What leads has for the page of a lead: the answers of the calls that ask for each of it alone. */
export const ofLeads = {
  lead,
  permission: leadPermission.answer,
  ...listNotes.answer.shape,
  ...listBeneficiaries.answer.shape,
  ...listConsents.answer.shape,
};
/** How long an opened lead waits for what other services have for its page; the browser asks them itself for what is missing. */
export const openingPatienceMs = 1_500;

/**
 * All that the page of a lead shows as it opens, in one answer. A part is missing where its service was away: it is to be
 * asked for by its own call.
 */
export const openedLead = z.object({
  ...ofLeads,
  texts: listTexts.answer.optional(),
  followups: listFollowupsOfLead.answer.shape.followups.optional(),
});
export type OpenedLead = z.infer<typeof openedLead>;

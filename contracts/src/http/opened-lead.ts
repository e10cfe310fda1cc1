import { z } from 'zod';
import { lead } from '../entities/lead.js';
import { listBeneficiaries } from './beneficiaries.js';
import { listConsents } from './consents.js';
import { listAllFollowupsOfLead } from './followups.js';
import { listTexts } from './messaging.js';
import { listNotes } from './notes.js';
import { leadPermission } from './permission.js';

/**
 * All that the page of a lead shows as it opens, in one answer: the answers of the calls that ask for each of it alone. A part
 * of another service is missing where that was away: it is to be asked for by its own call.
 */
export const openedLead = z.object({
  lead,
  permission: leadPermission.answer,
  ...listNotes.answer.shape,
  ...listBeneficiaries.answer.shape,
  ...listConsents.answer.shape,
  texts: listTexts.answer.optional(),
  followups: listAllFollowupsOfLead.answer.shape.followups.optional(),
});
export type OpenedLead = z.infer<typeof openedLead>;

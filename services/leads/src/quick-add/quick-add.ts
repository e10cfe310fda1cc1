import { Types } from 'mongoose';
import type { QuickAddInput } from '@crm/contracts/http/quick-add.js';
import { lifeLeadErrors } from '@crm/contracts/leads/life-lead.rules.js';
import { quickAddErrors } from '@crm/contracts/leads/quick-add.rules.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { invalid } from '@crm/platform/errors/app-error.js';
import type { FormTokens } from '@crm/platform/identity/form-token.js';
import { saveConsent } from '../consent/save-consent.js';
import type { LeadsContext } from '../context.js';
import { fingerprintOf } from '../intake/intake.rules.js';
import { createLead } from '../editing/create-lead.js';
import { claimForm, externalIdOf } from './claim-form.js';

/** A robot and a form left open for a day get one and the same sentence; a person's next try carries a new token. */
const openAnew = 'This form could not be submitted. Please send it again.';

/** The statement was changed while the form was open: what was read is not what is agreed to now. */
const readAgain = 'The statement has changed. Please read it again';

type Sent = Omit<QuickAddInput, 'form_token' | 'website' | 'agreed_to'>;

/** The page that was filled in and from where, as the server knows it. */
interface Page {
  url: string;
  ip: string;
}

/** What the page refuses, once more here: field to message, as the wire calls the fields. */
function wrongFields(lead: Sent, currentYear: number): Record<string, string> {
  const { birth_year, ...stricter } = quickAddErrors(
    { ...lead, birth_year: lead.birth_date.slice(0, 4) },
    currentYear,
  );
  return {
    ...stricter,
    ...(birth_year === undefined ? {} : { birth_date: birth_year }),
    ...lifeLeadErrors(lead),
  };
}

/** The id of the form that was sent, once its token holds and nobody filled what people do not see. */
function formOf(ctx: LeadsContext, tokens: FormTokens, { form_token, website }: QuickAddInput) {
  const form = tokens.read(form_token);
  const refused = website ? 'filled by a robot' : 'refused' in form ? form.refused : undefined;
  if (refused === undefined && 'id' in form) return form;
  ctx.log.info({ why: refused }, 'a quick-add form was refused');
  throw invalid({ form_token: openAnew });
}

/**
 * Makes a life lead of what the public quick-add page sends (POST /api/lead/upload/quick-add): source liveTransfer, no raw
 * lead, the agent by automatic assignment. Whoever fills it is not signed in, so the system does it, as for partners
 * (`how` intake). A statement that was agreed to is stored as the lead's consent. Known people are not looked for: the answer is the same for everybody. Throws `invalid` with every wrong
 * field or for the form itself, `already_exists` for a form whose lead was made of other values, `too_many`.
 */
export async function quickAdd(
  ctx: LeadsContext,
  tokens: FormTokens,
  { input, page }: { input: QuickAddInput; page: Page },
): Promise<void> {
  const form = formOf(ctx, tokens, input);
  const { form_token: _token, website: _website, agreed_to, ...lead } = input;
  const { agencyName: seller, consentStatement } = ctx.config;
  const wrong = {
    ...wrongFields(lead, Number(pacificDate(ctx.clock.now()).slice(0, 4))),
    ...(agreed_to === undefined || agreed_to === consentStatement ? {} : { agreed_to: readAgain }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);

  const external_id = externalIdOf(form.id);
  await claimForm(ctx, { ...form, fingerprint: fingerprintOf({ ...lead, agreed_to }) });
  const created = await createLead(ctx, 'system', {
    lead: { ...lead, type: 'life', source: 'liveTransfer' },
    external_id,
    how: 'intake',
    isFilledIn: true,
  });
  if (agreed_to === undefined) return;
  await saveConsent(ctx, {
    external_id,
    consent: {
      ...{ consent_text: agreed_to, consent_url: page.url, consent_ip: page.ip, seller },
      consent_at: ctx.clock.now().toISOString(),
      channels: ['call', 'text'],
    },
    person: lead,
    lead_id: 'lead' in created ? new Types.ObjectId(created.lead.id) : null,
    received_from: 'Add new lead',
  });
}

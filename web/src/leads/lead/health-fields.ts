import type { HealthLead } from '@crm/contracts/entities/lead.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { assignmentGroup, linesOfAny, personLine, type Messages } from './fields.js';
import { hiddenOf, lineGroups, type LineGroup } from './lead-lines.js';

/** How codes of the kept lists read. */
interface HealthTexts {
  condition: (code: string) => string;
  company: (code: string) => string;
}

/** The read-out of a health lead (rule L6). */
export function healthGroups(lead: HealthLead, translate: Messages, texts: HealthTexts): LineGroup[] {
  const { qualifying_life_event: event, current_company: company } = lead;
  const own = {
    ...linesOfAny(lead, texts.condition, translate),
    current_company: ({ short }: { short: string }) => [
      { label: short, value: company && texts.company(company) },
    ],
    spouse: ({ short }: { short: string }) => [
      { label: short, value: lead.spouse && personLine(lead.spouse, translate) },
    ],
    children: () =>
      lead.children.map((child, index) => ({
        label: translate('crm.fields.child', { number: index + 1 }),
        value: personLine(child, translate),
      })),
  };
  const hidden = hiddenOf({
    qualifying_life_event_date: event !== null && event !== 'none',
    current_company: lead.currently_insured === 1,
  });
  return [...lineGroups(healthLeads, lead, own, hidden), assignmentGroup(lead, translate)];
}

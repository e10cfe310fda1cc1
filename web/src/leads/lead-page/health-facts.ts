import { shownMoney } from '@crm/contracts/money.js';
import type { HealthLead } from '@crm/contracts/entities/lead.js';
import {
  assignmentGroup,
  born,
  build,
  contactFacts,
  factMaker,
  personLine,
  type FactGroup,
  type Words,
} from './facts.js';

const capitalized = (text: string | null) => text && text.charAt(0).toUpperCase() + text.slice(1);

/** How codes of the kept lists read. */
export interface HealthTexts {
  condition: (code: string) => string;
  company: (code: string) => string;
}

/** The read-out of a health lead (lead-work section 2, Client tab). */
export function healthFacts(lead: HealthLead, words: Words, texts: HealthTexts): FactGroup[] {
  const { text, flag, date } = factMaker(words);
  const hasEvent = lead.qualifying_life_event !== null && lead.qualifying_life_event !== 'none';
  const hours = lead.weekly_exercise_hours;
  return [
    {
      title: words('crm.facts.contact'),
      facts: [
        ...contactFacts(lead, words),
        text('crm.facts.address2', lead.address_2),
        text('crm.facts.city', lead.city),
        text('crm.facts.county', lead.county),
        text('crm.facts.contactName', lead.contact),
      ],
    },
    {
      title: words('crm.facts.coverageGroup'),
      facts: [
        text('crm.facts.coverageType', lead.coverage_type),
        text('crm.facts.lifeEvent', capitalized(lead.qualifying_life_event)),
        ...(hasEvent ? [date('crm.facts.lifeEventDate', lead.qualifying_life_event_date)] : []),
        flag('crm.facts.insured', lead.currently_insured),
        ...(lead.currently_insured === 1
          ? [text('crm.facts.company', lead.current_company && texts.company(lead.current_company))]
          : []),
        flag('crm.facts.denied', lead.denied_coverage),
        flag('crm.facts.lost', lead.lost_coverage),
      ],
    },
    {
      title: words('crm.facts.person'),
      facts: [
        text('crm.facts.born', born(lead, words)),
        text('crm.facts.build', build(lead, words)),
        text('crm.facts.maritalStatus', capitalized(lead.marital_status)),
        text('crm.facts.creditRating', capitalized(lead.credit_rating)),
        text(
          'crm.facts.householdIncome',
          lead.household_income === null ? null : shownMoney(lead.household_income),
        ),
        flag('crm.facts.selfEmployed', lead.self_employed),
        text('crm.facts.bizType', lead.biz_type),
        text('crm.facts.bizName', lead.biz_name),
        text('crm.facts.datavendor', lead.datavendor_id),
      ],
    },
    {
      title: words('crm.facts.health'),
      facts: [
        text('crm.facts.conditions', lead.medications.map(texts.condition).join(', ')),
        text('crm.facts.prescriptions', lead.prescription_medications),
        flag('crm.facts.tobacco', lead.tobacco),
        flag('crm.facts.pregnant', lead.pregnant),
        flag('crm.facts.treated', lead.treated),
        flag('crm.facts.hospitalized', lead.hospitalized),
        text('crm.facts.exercise', hours === null ? null : words('crm.facts.hoursAWeek', { hours })),
      ],
    },
    {
      title: words('crm.facts.family'),
      facts: [
        text('crm.facts.spouse', lead.spouse && personLine(lead.spouse, words)),
        ...lead.children.map((child, index) => ({
          label: words('crm.facts.child', { number: index + 1 }),
          value: personLine(child, words),
        })),
      ],
    },
    assignmentGroup(lead, words),
  ];
}

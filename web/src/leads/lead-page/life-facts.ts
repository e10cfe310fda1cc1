import { shownMoney } from '@crm/contracts/money.js';
import { fexRateClasses, jobStatuses, rateClasses, terms } from '@crm/contracts/codes/life-lists.js';
import type { LifeLead } from '@crm/contracts/entities/lead.js';
import { quoteFieldsShown } from '@crm/contracts/leads/life-form.rules.js';
import {
  assignmentGroup,
  born,
  build,
  contactFacts,
  factMaker,
  textsOf,
  type Fact,
  type FactGroup,
  type Words,
} from './facts.js';

const money = (dollars: number | null) => (dollars === null ? null : shownMoney(dollars));

/** `$64.20 · Carrier A` */
export function bestPremium({
  premium_price,
  premium_carrier,
}: Pick<LifeLead, 'premium_price' | 'premium_carrier'>) {
  if (premium_price === null) return null;
  return [shownMoney(premium_price), premium_carrier].filter((part) => part !== null).join(' · ');
}

function family({ married, children, howchildren }: LifeLead, words: Words): string | null {
  const spouse =
    married === null ? null : words(married === 1 ? 'crm.facts.married' : 'crm.facts.notMarried');
  if (children !== 1)
    return [spouse, children === 0 ? words('crm.facts.noChildren') : null].filter(Boolean).join(', ') || null;
  const amount = howchildren ?? '';
  const many = words('crm.facts.children', { smart_count: amount === '1' ? 1 : 2, amount });
  return [spouse, many].filter(Boolean).join(', ');
}

/** How codes of the kept lists read. */
export interface LifeTexts {
  condition: (code: string) => string;
  carrier: (code: string) => string;
}

/** What the Quote group shows follows the product type and the job status, as in the form. */
function quote(lead: LifeLead, words: Words, texts: LifeTexts): Fact[] {
  const { text, flag } = factMaker(words);
  const shown = quoteFieldsShown({ term: lead.term ?? '', jobstatus: lead.jobstatus ?? '' });
  const product = lead.term === null ? null : textsOf(terms, [lead.term]);
  const rate =
    lead.rate_class === null ? null : textsOf([...rateClasses, ...fexRateClasses], [lead.rate_class]);
  const remaining = money(lead.mortgage_remaining);
  return [
    text('crm.facts.product', [product, rate].filter((part) => part !== null).join(', ')),
    text('crm.facts.coverage', money(lead.coverage_amount)),
    ...(shown.jobstatus
      ? [text('crm.facts.jobStatus', lead.jobstatus && textsOf(jobStatuses, [lead.jobstatus]))]
      : []),
    ...(shown.total_income ? [text('crm.facts.income', money(lead.total_income))] : []),
    ...(shown.mortgage
      ? [
          lead.mortgage === 1 && remaining !== null
            ? text('crm.facts.mortgage', words('crm.facts.mortgageLeft', { money: remaining }))
            : flag('crm.facts.mortgage', lead.mortgage),
        ]
      : []),
    ...(shown.policy ? [flag('crm.facts.finalExpense', lead.policy)] : []),
    ...(shown.disability ? [text('crm.facts.funeralType', lead.disability)] : []),
    text('crm.facts.bestPremium', bestPremium(lead)),
    text('crm.facts.carrier', lead.carrier && texts.carrier(lead.carrier)),
  ];
}

/** The read-out of a life lead (lead-work section 2, Client tab). */
export function lifeFacts(lead: LifeLead, words: Words, texts: LifeTexts): FactGroup[] {
  const { text, flag, date } = factMaker(words);
  return [
    { title: words('crm.facts.contact'), facts: contactFacts(lead, words) },
    { title: words('crm.facts.quote'), facts: quote(lead, words, texts) },
    {
      title: words('crm.facts.household'),
      facts: [
        text('crm.facts.born', born(lead, words)),
        text('crm.facts.build', build(lead, words)),
        text('crm.facts.family', family(lead, words)),
        text('crm.facts.conditions', lead.medications.map(texts.condition).join(', ')),
        flag('crm.facts.prescriptions', lead.prescription_medications),
        flag('crm.facts.tobacco', lead.tobacco),
        flag('crm.facts.military', lead.military),
        flag('crm.facts.dui', lead.dui),
        flag('crm.facts.highRisk', lead.high_risk),
        text('crm.facts.hobby', lead.hobby),
        text('crm.facts.color', lead.color),
      ],
    },
    {
      title: words('crm.facts.policy'),
      facts: [
        flag('crm.facts.insured', lead.currently_insured),
        flag('crm.facts.bankAccount', lead.checking_account),
        text('crm.facts.policyNumber', lead.policy_number),
        date('crm.facts.submitDate', lead.app_date),
        date('crm.facts.draftDate', lead.draft_date),
      ],
    },
    assignmentGroup(lead, words),
  ];
}

import { shownMoney } from '@crm/contracts/money.js';
import type { LifeLead } from '@crm/contracts/entities/lead.js';
import { quoteFieldsShown } from '@crm/contracts/leads/life-form.rules.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { assignmentGroup, linesOfAny, type Messages } from './fields.js';
import { hiddenOf, lineGroups, type LineGroup, type OwnLines } from './lead-lines.js';
import { shownValue } from '../../fields/shown-value.js';

/** `$64.20 · Carrier A` */
export function bestPremium({
  premium_price,
  premium_carrier,
}: Pick<LifeLead, 'premium_price' | 'premium_carrier'>) {
  if (premium_price === null) return null;
  return [shownMoney(premium_price), premium_carrier].filter((part) => part !== null).join(' · ');
}

function family({ married, children, howchildren }: LifeLead, translate: Messages): string | null {
  const spouse =
    married === null ? null : translate(married === 1 ? 'crm.fields.married' : 'crm.fields.notMarried');
  if (children !== 1)
    return (
      [spouse, children === 0 ? translate('crm.fields.noChildren') : null].filter(Boolean).join(', ') || null
    );
  const amount = howchildren ?? '';
  const many = translate('crm.fields.children', { smart_count: amount === '1' ? 1 : 2, amount });
  return [spouse, many].filter(Boolean).join(', ');
}

/** How codes of the kept lists read. */
interface LifeTexts {
  condition: (code: string) => string;
  carrier: (code: string) => string;
}

const { term: termField, rate_class: rateClassField, mortgage: mortgageField } = lifeLeads.fields;

/** Several fields of a life lead in one line each. */
const ownLines = (lead: LifeLead, translate: Messages, { condition }: LifeTexts): OwnLines => ({
  ...linesOfAny(lead, condition, translate),
  term: ({ short }) => {
    const product = [shownValue(termField, lead.term), shownValue(rateClassField, lead.rate_class)];
    const value = product.filter(Boolean).join(', ') || null;
    return [{ label: short, value, keys: ['term', 'rate_class'] }];
  },
  mortgage: ({ short }) => {
    const { mortgage, mortgage_remaining: left } = lead;
    const value =
      mortgage === 1 && left !== null
        ? translate('crm.fields.mortgageLeft', { money: shownMoney(left) })
        : shownValue(mortgageField, mortgage) || null;
    return [{ label: short, value, keys: ['mortgage', 'mortgage_remaining'] }];
  },
  married: () => [
    {
      label: translate('crm.fields.family'),
      value: family(lead, translate),
      keys: ['married', 'children', 'howchildren'],
    },
  ],
});

/** The read-out of a life lead (rule L5); its Quote follows product type and job status as the form does. */
export function lifeGroups(lead: LifeLead, translate: Messages, texts: LifeTexts): LineGroup[] {
  const hidden = hiddenOf(quoteFieldsShown({ term: lead.term ?? '', jobstatus: lead.jobstatus ?? '' }));
  const price = [
    { label: translate('crm.fields.bestPremium'), value: bestPremium(lead) },
    { label: translate('crm.fields.carrier'), value: lead.carrier && texts.carrier(lead.carrier) },
  ];
  const groups = lineGroups(lifeLeads, lead, ownLines(lead, translate, texts), hidden);
  return [
    ...groups.map((group) =>
      group.name === 'quote' ? { ...group, lines: [...group.lines, ...price] } : group,
    ),
    assignmentGroup(lead, translate),
  ];
}

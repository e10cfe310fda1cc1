import type { Lead } from '@crm/contracts/entities/lead.js';
import type { Person } from '@crm/contracts/resources/family.js';
import { healthLeads } from '@crm/contracts/resources/health-lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { inputsOfField } from '../../fields/input-field.js';
import { shownDate, shownInstant } from '@crm/contracts/time/pacific.js';
import type { useLeadPageMessages } from '../../i18n/lead-page.en.js';
import type { LineGroup, OwnLines } from './lead-lines.js';
import { shownValue } from '../../fields/shown-value.js';

export type Messages = ReturnType<typeof useLeadPageMessages>;

const joined = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null).join(', ') || null;

/** `06/02/1957 (69), male` */
export function born(
  { birth_date, age, gender }: Pick<Lead, 'birth_date' | 'age' | 'gender'>,
  translate: Messages,
) {
  const date = birth_date === null ? null : shownDate(birth_date);
  return joined([
    date !== null && age !== null ? translate('crm.fields.bornWithAge', { date, age }) : date,
    genderWord(gender),
  ]);
}

const genderWord = (gender: Lead['gender']) =>
  gender === null ? null : shownValue(healthLeads.fields.gender, gender).toLowerCase();

/** `5'10, 184 lb, BMI 26.4` */
export function build({ height, weight, bmi }: Pick<Lead, 'height' | 'weight' | 'bmi'>, translate: Messages) {
  return joined([
    height === null ? null : shownValue(healthLeads.fields.height, height),
    weight === null ? null : shownValue(healthLeads.fields.weight, weight),
    bmi === null ? null : translate('crm.fields.bmi', { bmi }),
  ]);
}

/** A spouse or a child in one line. */
export function personLine(
  { name, gender, birth_date, height, weight, tobacco }: Person,
  translate: Messages,
) {
  return joined([
    name || null,
    birth_date === null ? null : shownDate(birth_date),
    genderWord(gender),
    build({ height, weight, bmi: null }, translate),
    tobacco === 1 ? healthLeads.fields.tobacco.short.toLowerCase() : null,
  ]);
}

/** The lines that any lead has in the place of fields; the phone itself is above them. */
export const linesOfAny = (
  lead: Lead,
  condition: (code: string) => string,
  translate: Messages,
): OwnLines => ({
  second_phone: ({ short }) => [
    {
      label: short,
      value: lead.phone_hidden
        ? translate('crm.lead.phoneHidden')
        : lead.second_phone && toShown(lead.second_phone),
    },
  ],
  state: ({ short }) => [
    {
      label: short,
      value: [lead.state_title, lead.zipcode].filter(Boolean).join(' ') || null,
      keys: lead.type === 'life' ? ['state', 'zipcode'] : ['state'],
    },
  ],
  birth_date: (field) => [
    {
      label: translate('crm.fields.born'),
      value: born(lead, translate),
      keys: [...inputsOfField('birth_date', field).map(([name]) => name), 'gender'],
    },
  ],
  height: () => [
    { label: translate('crm.fields.build'), value: build(lead, translate), keys: ['height', 'weight'] },
  ],
  medications: ({ short }) => [{ label: short, value: lead.medications.map(condition).join(', ') || null }],
});

/** The lines that every lead ends with: whose it is and when it changed. */
export function assignmentGroup(lead: Lead, translate: Messages): LineGroup {
  return {
    name: 'assignment',
    title: translate('crm.fields.assignment'),
    lines: [
      { label: translate('crm.fields.agent'), value: lead.agent_fullname ?? translate('crm.leads.noAgent') },
      { label: translate('crm.fields.agentEmail'), value: lead.agent_email },
      ...(lead.assigned_why === null
        ? []
        : [{ label: translate('crm.fields.assignedWhy'), value: lead.assigned_why }]),
      { label: translate('crm.fields.source'), value: lead.source_title },
      {
        label: translate('crm.fields.lastChange'),
        value: translate('crm.fields.pacific', { time: shownInstant(lead.updatedAt) }),
      },
    ],
  };
}

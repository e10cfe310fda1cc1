import { heights } from '@crm/contracts/codes/life-lists.js';
import type { HealthLead, Lead, LifeLead, Person } from '@crm/contracts/entities/lead.js';
import type { Flag } from '@crm/contracts/ids.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownDate, shownInstant } from '@crm/contracts/time/pacific.js';
import type { useWords, WordKey } from '../../i18n/useWords.js';

export type Words = ReturnType<typeof useWords>;

/** One line of what is known of a customer; null where nothing is. */
export interface Fact {
  label: string;
  value: string | null;
}

export interface FactGroup {
  title: string;
  facts: Fact[];
}

/** Reads fields of a lead into lines, in the words of the page. */
export function factMaker(words: Words) {
  return {
    text: (label: WordKey, value: string | null): Fact => ({
      label: words(label),
      value: value === '' ? null : value,
    }),
    flag: (label: WordKey, value: Flag | null): Fact => ({
      label: words(label),
      value: value === null ? null : words(value === 1 ? 'crm.lead.yes' : 'crm.lead.no'),
    }),
    date: (label: WordKey, value: string | null): Fact => ({
      label: words(label),
      value: value === null ? null : shownDate(value),
    }),
  };
}

/** Words of a list by their codes; a code that is not in it reads as itself. */
export function textsOf(
  list: readonly { value: string; text: string }[],
  codes: readonly string[],
): string | null {
  if (codes.length === 0) return null;
  return codes.map((code) => list.find(({ value }) => value === code)?.text ?? code).join(', ');
}

const joined = (parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null).join(', ') || null;

/** `06/02/1957 (69), male` */
export function born({ birth_date, age, gender }: Pick<Lead, 'birth_date' | 'age' | 'gender'>, words: Words) {
  const date = birth_date === null ? null : shownDate(birth_date);
  return joined([
    date !== null && age !== null ? words('crm.facts.bornWithAge', { date, age }) : date,
    genderWord(gender, words),
  ]);
}

const genderWord = (gender: Lead['gender'], words: Words) =>
  gender === null ? null : words(gender === 'm' ? 'crm.lifeForm.male' : 'crm.lifeForm.female').toLowerCase();

/** `5'10, 184 lb, BMI 26.4` */
export function build({ height, weight, bmi }: Pick<Lead, 'height' | 'weight' | 'bmi'>, words: Words) {
  return joined([
    height === null ? null : (heights.find(({ value }) => value === height)?.text ?? String(height)),
    weight === null ? null : words('crm.facts.pounds', { count: weight }),
    bmi === null ? null : words('crm.facts.bmi', { bmi }),
  ]);
}

/** A spouse or a child in one line. */
export function personLine({ name, gender, birth_date, height, weight, tobacco }: Person, words: Words) {
  return joined([
    name || null,
    birth_date === null ? null : shownDate(birth_date),
    genderWord(gender, words),
    build({ height, weight, bmi: null }, words),
    tobacco === 1 ? words('crm.facts.tobacco').toLowerCase() : null,
  ]);
}

/** The lines that every lead begins with; the phone itself stands above them. */
export function contactFacts(lead: LifeLead | HealthLead, words: Words): Fact[] {
  const { text, flag } = factMaker(words);
  const second = lead.second_phone === null ? null : toShown(lead.second_phone);
  return [
    text('crm.facts.secondPhone', lead.phone_hidden ? words('crm.lead.phoneHidden') : second),
    text('crm.facts.email', lead.email),
    text('crm.facts.address', lead.address),
    text('crm.facts.state', [lead.state_title, lead.zipcode].filter((part) => part !== null).join(' ')),
    flag('crm.facts.recordedOk', lead.recorded_ok),
  ];
}

/** The lines that every lead ends with: whose it is and when it changed. */
export function assignmentGroup(lead: Lead, words: Words): FactGroup {
  const { text } = factMaker(words);
  return {
    title: words('crm.facts.assignment'),
    facts: [
      text('crm.facts.agent', lead.agent_fullname ?? words('crm.leads.noAgent')),
      text('crm.facts.agentEmail', lead.agent_email),
      ...(lead.assigned_why === null ? [] : [text('crm.facts.assignedWhy', lead.assigned_why)]),
      text('crm.facts.source', lead.source_title),
      text('crm.facts.lastChange', words('crm.facts.pacific', { time: shownInstant(lead.updatedAt) })),
    ],
  };
}

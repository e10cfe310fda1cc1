import { contactRuleFields, type ContactRule, type ContactRuleId } from '@crm/contracts/entities/contact.js';
import { stateName } from '@crm/contracts/codes/states.js';

/** A rule as a form holds it: what is typed as text. */
export interface RuleForm {
  hours: { from: string; until: string }[];
  /** By their codes. */
  closedDays: readonly string[];
  maxAttempts: string;
  source: string;
  checkedOn: string;
  channels: ContactRule['channels'];
}

/** A rule, or none for a state that has no rule of its own yet, as the form begins. */
export function formOf(rule: ContactRule | undefined, today: string): RuleForm {
  return {
    hours: (rule?.hours ?? Array.from({ length: 7 }, () => ({ from: '08:00', until: '21:00' }))).map(
      (open) => open ?? { from: '', until: '' },
    ),
    closedDays: rule?.closed_days ?? [],
    maxAttempts: rule?.max_attempts?.toString() ?? '',
    source: rule?.source ?? '',
    checkedOn: rule?.checked_on ?? today,
    channels: rule?.channels ?? ['call', 'text'],
  };
}

/** What the form would save, or its wrong fields by dotted path. */
export function readForm({ hours, closedDays, maxAttempts, source, checkedOn, channels }: RuleForm) {
  const parsed = contactRuleFields.safeParse({
    channels,
    hours: hours.map(({ from, until }) => (from === '' && until === '' ? null : { from, until })),
    closed_days: closedDays,
    max_attempts: maxAttempts.trim() === '' ? null : Number(maxAttempts),
    source,
    checked_on: checkedOn,
  });
  if (parsed.success) return { fields: parsed.data, errors: {} };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[path.join('.')] ??= message;
  return { fields: undefined, errors };
}

/** Whose rule it is. */
export function ruleName(id: ContactRuleId, everywhere: string): string {
  return id === 'default' ? everywhere : stateName(id);
}

const shown = (open: ContactRule['hours'][number] | undefined, closed: string) =>
  open ? `${open.from} – ${open.until}` : closed;

/** The hours of Sunday and of the other days, or that these differ among themselves. */
export function shownHours(
  { hours }: Pick<ContactRule, 'hours'>,
  words: { closed: string; differs: string },
) {
  const [sunday, ...others] = hours.map((open) => shown(open, words.closed));
  const [first = words.closed] = others;
  return {
    sunday: sunday ?? words.closed,
    others: others.every((each) => each === first) ? first : words.differs,
  };
}

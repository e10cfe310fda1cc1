import type { ContactRule, ContactRuleId } from '@crm/contracts/entities/contact.js';
import { stateName } from '@crm/contracts/codes/states.js';

/** Whose rule it is. */
export function ruleName(id: ContactRuleId, everywhere: string): string {
  return id === 'default' ? everywhere : stateName(id);
}

const shown = (open: ContactRule['hours'][number] | undefined, closed: string) =>
  open ? `${open.from} – ${open.until}` : closed;

/** The hours of Sunday and of the other days, or that these differ among themselves. */
export function shownHours(
  { hours }: Pick<ContactRule, 'hours'>,
  translate: { closed: string; differs: string },
) {
  const [sunday, ...others] = hours.map((open) => shown(open, translate.closed));
  const [first = translate.closed] = others;
  return {
    sunday: sunday ?? translate.closed,
    others: others.every((each) => each === first) ? first : translate.differs,
  };
}

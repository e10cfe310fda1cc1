import { isListedDeal } from '@crm/contracts/codes/statuses.js';
import type { RetentionClass } from '@crm/contracts/customers/retention.js';
import type { LeadDoc } from '../lead/lead.model.js';

/** How many years each class lasts. */
export type Periods = Readonly<Record<RetentionClass, number>>;

/** The classes that end for a lead, one after another. */
const contactOnly: readonly RetentionClass[] = ['contact'];
const saleOfHealth: readonly RetentionClass[] = ['sale-audio', 'sale-recordings', 'enrolment'];

/** What a lead is as far as retention is concerned. */
export type RetainedLead = Pick<LeadDoc, 'type_id' | 'status' | 'post_sale'>;

/** Whether records of a lead are those of an enrolment: a health lead that is or ever was a sale. */
export const isEnrolment = ({ type_id, status, post_sale }: RetainedLead): boolean =>
  type_id === 4 && (post_sale === 1 || isListedDeal(status));

const classesOf = (lead: RetainedLead) => (isEnrolment(lead) ? saleOfHealth : contactOnly);

/** The class that ends first for a lead. */
export const firstClassOf = (lead: RetainedLead): RetentionClass =>
  isEnrolment(lead) ? 'sale-audio' : 'contact';

/** The class that ends after another one; undefined behind the last, with which the lead itself is deleted. */
export function classAfter(lead: RetainedLead, ended: RetentionClass): RetentionClass | undefined {
  const classes = classesOf(lead);
  const at = classes.indexOf(ended);
  return at === -1 ? undefined : classes[at + 1];
}

/** So many years after a day, at the same time; of February 29 the day after. */
export function yearsAfter(date: Date, years: number): Date {
  const after = new Date(date);
  after.setUTCFullYear(after.getUTCFullYear() + years);
  return after;
}

/** When a class ends for what was deleted then. Contact ended with the deletion, so no period of the law begins later. */
export const endOf = (deletedAt: Date, ended: RetentionClass, periods: Periods): Date =>
  yearsAfter(deletedAt, periods[ended]);

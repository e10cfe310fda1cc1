import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { leadsToCall } from '@crm/contracts/http/calling.js';
import { mayContact } from '@crm/contracts/http/permission.js';
import type { TelephonyContext } from '../context.js';

export interface Asking {
  lead_id: string | null;
  phone: string;
  /** Null for the system itself, as the dialler. */
  user_id: string | null;
  /** Somebody who is rung into a customer's call, and no customer; sales unless said otherwise. */
  purpose?: 'third-party';
  /** The dialler rings them, and nobody's finger. */
  automated?: true;
  /** A recorded message is to be played. */
  prerecorded?: true;
  /** At the moment of sending: counts the attempt. */
  attempt_id?: string;
}

/** Whether a number may be called now. No answer is a no. */
export async function askPermission(
  ctx: Pick<TelephonyContext, 'services' | 'log'>,
  asking: Asking,
): Promise<{ allowed: boolean; sentence: string }> {
  try {
    const { allowed, sentence } = await ctx.services.call(
      mayContact,
      { body: { ...asking, channel: 'call' } },
      { asService: true },
    );
    return { allowed, sentence };
  } catch (error) {
    ctx.log.warn({ err: error }, 'permission check for a call failed');
    return { allowed: false, sentence: 'Could not check whether this call is allowed, please try again' };
  }
}

/** A lead as leads has it now, or undefined. */
export async function leadToCall(
  { services }: Pick<TelephonyContext, 'services'>,
  id: string,
): Promise<LeadToCall | undefined> {
  const { leads } = await services.call(leadsToCall, { body: { ids: [id] } }, { asService: true });
  return leads.find(({ lead_id }) => lead_id === id);
}

/** The lead that a number belongs to, the one changed last where several have it. */
export async function leadWithNumber(
  { services }: Pick<TelephonyContext, 'services'>,
  phone: string,
): Promise<LeadToCall | undefined> {
  const { leads } = await services.call(leadsToCall, { body: { phones: [phone] } }, { asService: true });
  return leads[0];
}

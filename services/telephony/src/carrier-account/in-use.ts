import type { NumberInUse } from '@crm/contracts/http/carrier.js';
import { phoneNumber } from '@crm/contracts/phone.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import type { TelephonyContext } from '../context.js';
import type { StatePhoneDoc } from '../phones/state-phone.model.js';
import type { TelephonyUserDoc } from '../users/user.model.js';

/**
 * The numbers that calls are placed from: those of users who are not banned, of states, the default one, and those of the pool
 * but for the retired ones.
 */
export async function findNumbersInUse(
  ctx: Pick<TelephonyContext, 'users' | 'statePhones' | 'settings' | 'numbers'>,
): Promise<NumberInUse[]> {
  const [users, states, { default_phone }, pool] = await Promise.all([
    ctx.users
      .find({ twilio_phone: { $gt: '' }, banned: 0 }, { twilio_phone: 1, fullname: 1 })
      .sort({ fullname: 1 })
      .lean<Pick<TelephonyUserDoc, 'twilio_phone' | 'fullname'>[]>(),
    ctx.statePhones
      .find({ phone: { $gt: '' } })
      .sort({ name: 1 })
      .lean<StatePhoneDoc[]>(),
    knownSettings(ctx),
    ctx.numbers
      .find(alive({ status: { $ne: 'retired' } }), { phone: 1 })
      .sort({ phone: 1 })
      .lean<{ phone: string }[]>(),
  ]);
  const all = [
    ...users.map(({ twilio_phone, fullname }) => ({
      phone: twilio_phone,
      kind: 'user' as const,
      name: fullname,
    })),
    ...states.map(({ phone, name }) => ({ phone, kind: 'state' as const, name: name ?? '' })),
    { phone: default_phone, kind: 'default' as const, name: '' },
    ...pool.map(({ phone }) => ({ phone, kind: 'pool' as const, name: '' })),
  ];
  // The default may be empty, or what somebody stored before numbers were checked.
  return all.filter(({ phone }) => phoneNumber.safeParse(phone).success);
}

import { z } from 'zod';
import type { Carrier } from '../model.js';
import { newService, numberSid, rentedNumber } from './account-book.js';

const address = z.url({ protocol: /^https?$/ }).nullable();
const method = z.enum(['GET', 'POST']);
const number = z.string().regex(/^\+[1-9]\d{6,14}$/, 'A number in international form, +12145550107');

const voice = {
  voiceUrl: address.optional(),
  voiceMethod: method.optional(),
  voiceFallbackUrl: address.optional(),
  statusCallback: address.optional(),
};

/** What its owner, or the carrier, changed in the account: only what is named. A null removes the part. */
export const accountInput = z.strictObject({
  status: z.enum(['active', 'suspended', 'closed']).optional(),
  type: z.enum(['Trial', 'Full']).optional(),
  hasKey: z.boolean().optional(),
  application: z.union([z.null(), z.strictObject(voice)]).optional(),
  number: z
    .strictObject({
      number,
      /** False gives it back. */
      isRented: z.boolean().default(true),
      ...voice,
      voice: z.boolean().optional(),
      sms: z.boolean().optional(),
      smsUrl: address.optional(),
      smsMethod: method.optional(),
      voiceApplicationSid: z.string().nullable().optional(),
      trunkSid: z.string().nullable().optional(),
    })
    .optional(),
  service: z
    .union([
      z.null(),
      z.strictObject({
        inboundRequestUrl: address.optional(),
        useInboundWebhookOnNumber: z.boolean().optional(),
        statusCallback: address.optional(),
        campaignStatus: z.string().nullable().optional(),
        withoutSender: number.optional(),
      }),
    ])
    .optional(),
  brand: z.enum(['PENDING', 'APPROVED', 'FAILED', 'IN_REVIEW', 'SUSPENDED']).nullable().optional(),
  tollfree: z
    .strictObject({
      number,
      status: z.enum(['PENDING_REVIEW', 'IN_REVIEW', 'TWILIO_APPROVED', 'TWILIO_REJECTED']).nullable(),
    })
    .optional(),
  country: z
    .strictObject({
      isoCode: z.string().length(2),
      isOpen: z.boolean().optional(),
      hasSpecial: z.boolean().optional(),
      hasTollFraud: z.boolean().optional(),
    })
    .optional(),
  trust: z
    .union([
      z.null(),
      z.strictObject({
        status: z
          .enum(['draft', 'pending-review', 'in-review', 'twilio-rejected', 'twilio-approved'])
          .optional(),
        withoutNumber: number.optional(),
      }),
    ])
    .optional(),
});
export type AccountInput = z.input<typeof accountInput>;

type Changes = z.output<typeof accountInput>;

/** Without the fields that were not given. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

function changeNumber({ account, options }: Carrier, change: NonNullable<Changes['number']>): void {
  const { number: which, isRented, voice: calls, sms, ...fields } = change;
  const sid = numberSid(which);
  if (!isRented) {
    account.numbers.delete(sid);
    return;
  }
  const known = account.numbers.get(sid) ?? rentedNumber(options, which);
  Object.assign(known, given(fields));
  Object.assign(known.capabilities, given({ voice: calls, sms }));
  account.numbers.set(sid, known);
}

function changeService({ account, options }: Carrier, change: NonNullable<Changes['service']>): void {
  const sid = `MG${options.applicationSid.slice(2)}`;
  const known = account.services.get(sid) ?? newService(sid, 'Call centre');
  const { withoutSender, ...fields } = change;
  Object.assign(known, given(fields));
  if (withoutSender !== undefined) known.senders.delete(numberSid(withoutSender));
  account.services.set(sid, known);
}

/** Applies the changes to the account at once. */
export function changeAccount(carrier: Carrier, input: AccountInput): void {
  const { account, options } = carrier;
  const change = accountInput.parse(input);
  const { application, number: rented, service, tollfree, country, trust } = change;
  Object.assign(account, given({ status: change.status, type: change.type, hasKey: change.hasKey }));
  if (change.brand !== undefined) account.brand = change.brand;
  if (application === null) account.applications.delete(options.applicationSid);
  else if (application)
    Object.assign(account.applications.get(options.applicationSid) ?? {}, given(application));
  if (rented) changeNumber(carrier, rented);
  if (service === null) account.services.delete(`MG${options.applicationSid.slice(2)}`);
  else if (service) changeService(carrier, service);
  if (tollfree) {
    if (tollfree.status === null) account.tollfree.delete(numberSid(tollfree.number));
    else account.tollfree.set(numberSid(tollfree.number), tollfree.status);
  }
  if (country) {
    const { isoCode, ...fields } = country;
    Object.assign(account.countries.get(isoCode) ?? {}, given(fields));
  }
  if (trust === null) account.trust = null;
  else if (trust && account.trust) {
    if (trust.status !== undefined) account.trust.status = trust.status;
    if (trust.withoutNumber !== undefined) account.trust.numbers.delete(numberSid(trust.withoutNumber));
  }
}

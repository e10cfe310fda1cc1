import type { CallDoc } from './call.model.js';

/** Why something cannot be done in a call that has no customer. */
export const withColleague = 'This is a call with a colleague';

type Colleagues = Pick<CallDoc, 'colleague' | 'lead_name'>;

/** Whether a user is the colleague who was called. */
export const isCalled = ({ colleague }: Pick<CallDoc, 'colleague'>, userId: string | null): boolean =>
  userId !== null && colleague?.user_id === userId;

/** Whom a user of a call talks to: the lead by name, or of two colleagues the other one. */
export const otherName = (call: Colleagues, userId: string | null): string =>
  call.colleague && isCalled(call, userId) ? call.colleague.caller : call.lead_name;

/** Who is in a call, for whoever is not: the lead by name, or both colleagues. */
export const namesIn = ({ colleague, lead_name }: Colleagues): string =>
  colleague ? `${colleague.caller} and ${colleague.name}` : lead_name;

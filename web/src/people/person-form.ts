import { roles, subroleId, type RoleId } from '@crm/contracts/codes/roles.js';
import { stateCode } from '@crm/contracts/codes/states.js';
import { password, type User } from '@crm/contracts/entities/user.js';
import { personFields, type createAgent, type updateAgent } from '@crm/contracts/http/auth.js';
import { flag } from '@crm/contracts/ids.js';
import { optionalPhone, toMask } from '@crm/contracts/phone.js';
import { z } from 'zod';
import { peopleMessages } from '../i18n/people.en.js';
import type { CallBody } from '../http/call-endpoint.js';

const { required, mismatch } = peopleMessages.people;

const filled = z.string().trim().min(1, required);

const fields = z.object({
  fname: filled.pipe(personFields.fname),
  lname: filled.pipe(personFields.lname),
  email: filled.pipe(personFields.email),
  phone: optionalPhone,
  twilio_phone: optionalPhone,
  password: z.string(),
  confirmation: z.string(),
  subroles: z.array(subroleId),
  states: z.array(stateCode),
  clientId: z.string(),
  clientSecret: z.string(),
  refreshToken: z.string(),
  accessToken: z.string(),
  banned: flag,
  not_assign: flag,
});

const sameTwice = {
  path: ['confirmation'],
  message: mismatch,
  // Also while another field is still wrong: the two are compared as they stand.
  when: ({ value }: { value: unknown }) =>
    z.object({ confirmation: z.string().min(1) }).safeParse(value).success,
};
const areSame = (form: { password: string; confirmation: string }) => form.password === form.confirmation;

/** A new agent or guide: names, e-mail and the password twice are required (rule A10). */
export const newPersonForm = fields
  .extend({ password: z.string().min(1, required).pipe(password), confirmation: z.string().min(1, required) })
  .refine(areSame, sameTwice);

/** One who is there already: without a password the old one stays; with one it is asked for twice. */
export const changedPersonForm = fields
  .extend({ password: z.union([z.literal(''), password]) })
  .refine((form) => form.password === '' || form.confirmation !== '', {
    path: ['confirmation'],
    message: required,
    when: ({ value }) => z.object({ password: z.string() }).safeParse(value).success,
  })
  .refine(areSame, sameTwice);

export type PersonForm = z.input<typeof fields>;

export const emptyPerson: PersonForm = {
  fname: '',
  lname: '',
  email: '',
  phone: '',
  twilio_phone: '',
  password: '',
  confirmation: '',
  subroles: [],
  states: [],
  clientId: '',
  clientSecret: '',
  refreshToken: '',
  accessToken: '',
  banned: 0,
  not_assign: 0,
};

/** A person as the form shows them; password and mailbox are never read back. */
export const formOf = (user: User): PersonForm => ({
  ...emptyPerson,
  fname: user.fname,
  lname: user.lname,
  email: user.email,
  phone: toMask(user.phone),
  twilio_phone: toMask(user.twilio_phone),
  subroles: user.subroles,
  states: user.states,
  banned: user.banned,
  not_assign: user.not_assign,
});

const mailboxFields = ['clientId', 'clientSecret', 'refreshToken', 'accessToken'] as const;

/** What both calls are told: guides have no states, and of the mailbox only what was filled in is sent. */
function shared(form: PersonForm, role: RoleId) {
  const { fname, lname, email, phone, twilio_phone, subroles, states } = form;
  const mailbox = Object.fromEntries(
    mailboxFields.filter((name) => form[name].trim() !== '').map((name) => [name, form[name].trim()]),
  );
  return {
    fname: fname.trim(),
    lname: lname.trim(),
    email: email.trim(),
    phone,
    twilio_phone,
    subroles,
    ...(role === roles.guide ? {} : { states }),
    ...(Object.keys(mailbox).length > 0 ? { email_credentials: mailbox } : {}),
  };
}

export const creationOf = (form: PersonForm, role: RoleId): CallBody<typeof createAgent> => ({
  role_id: role,
  ...shared(form, role),
  password: form.password,
});

export const changeOf = (form: PersonForm, role: RoleId): CallBody<typeof updateAgent> => ({
  ...shared(form, role),
  banned: form.banned,
  not_assign: form.not_assign,
  ...(form.password === '' ? {} : { password: form.password }),
});

import type { User } from '@crm/contracts/entities/user.js';
import type { StoredLicence } from './licence.model.js';
import { heldLicences } from './stored-licences.js';
import type { StoredUser } from './user.model.js';

/** What a user's view is made of: of the credentials no more than whether they are there. */
export const viewFields = {
  role_id: 1,
  fname: 1,
  lname: 1,
  fullname: 1,
  email: 1,
  phone: 1,
  twilio_phone: 1,
  online: 1,
  active: 1,
  in_call: 1,
  AD_Status: 1,
  subroles: 1,
  states: 1,
  'licences.state': 1,
  'licences.line': 1,
  'licences.from': 1,
  'licences.until': 1,
  'licences.status': 1,
  team_id: 1,
  banned: 1,
  not_assign: 1,
  'email_credentials.kid': 1,
  text_message: 1,
  voice_mail: 1,
  uncompleted_lead: 1,
  version: 1,
  updatedAt: 1,
} as const;

type ViewField = Exclude<keyof User, 'id' | 'email_credentials_set' | 'licences'>;
type ViewedLicence = Pick<StoredLicence, 'state' | 'line' | 'from' | 'until' | 'status'>;
export type ViewedUser = Pick<StoredUser, ViewField | '_id'> & {
  email_credentials?: { kid: string };
  licences?: ViewedLicence[];
};

/** The public user: chosen field by field, so that a new secret of the record stays inside. */
export function userView(stored: ViewedUser): User {
  return {
    id: stored._id.toHexString(),
    role_id: stored.role_id,
    fname: stored.fname,
    lname: stored.lname,
    fullname: stored.fullname,
    email: stored.email,
    phone: stored.phone,
    twilio_phone: stored.twilio_phone,
    online: stored.online,
    active: stored.active,
    in_call: stored.in_call,
    AD_Status: stored.AD_Status,
    subroles: stored.subroles,
    states: stored.states,
    licences: heldLicences(stored.licences ?? []),
    team_id: stored.team_id ?? null,
    banned: stored.banned,
    not_assign: stored.not_assign,
    email_credentials_set: stored.email_credentials !== undefined,
    text_message: stored.text_message,
    voice_mail: stored.voice_mail,
    uncompleted_lead: stored.uncompleted_lead,
    version: stored.version,
    updatedAt: stored.updatedAt.toISOString(),
  };
}

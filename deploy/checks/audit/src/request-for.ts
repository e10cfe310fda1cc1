import { z } from 'zod';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { password } from '@crm/e2e/environment.js';
import { rowOf } from './expected-rights.js';
import type { BearerName, Bearers } from './bearers.js';
import { leadList, picture, sound } from './files.js';
import type { RecordKind, Records } from './records.js';
import { formOf, type Attempt } from './request.js';

/** The kind of record a key refers to, if its name does not say; other names are in `byKey`. */
const namedRecord: Partial<Record<string, RecordKind | 'user'>> = {
  updateUser: 'user',
  updateAgent: 'user',
  listUnreadTexts: 'user',
  listNotifications: 'user',
  followupFilterParams: 'user',
  getLead: 'lead',
  getLeadByKey: 'lead',
  setStatusByKey: 'lead',
  addNoteByKey: 'lead',
  listMessagesByKey: 'lead',
  restGetLead: 'lead',
  restChangeLead: 'lead',
  setLeadStatus: 'lead',
  setLeadPrice: 'lead',
  assignLead: 'lead',
  listLeadAgents: 'lead',
  holdLead: 'lead',
  openLead: 'lead',
  releaseLead: 'lead',
  leadPermission: 'lead',
  listConsents: 'lead',
  recordConsent: 'lead',
  revokeConsent: 'lead',
  leadTimeline: 'lead',
  allowContact: 'lead',
  endContactOverride: 'lead',
  listRecordsOfLead: 'lead',
  listVoicemailsOfLead: 'lead',
  listTexts: 'lead',
  deleteNote: 'note',
  changeScript: 'script',
  deleteScript: 'script',
  restGetScript: 'script',
  restChangeScript: 'script',
  restDeleteScript: 'script',
  deleteVoicemail: 'voicemail',
  restGetVoicemail: 'voicemail',
  restDeleteVoicemail: 'voicemail',
  resendText: 'text',
  updateSmsTemplate: 'sms-template',
  removeSmsTemplate: 'sms-template',
  sendSmsTemplate: 'sms-template',
  updateEmailTemplate: 'email-template',
  removeEmailTemplate: 'email-template',
  sendEmailTemplate: 'email-template',
  restGetSMSTemplate: 'sms-template',
  restChangeSMSTemplate: 'sms-template',
  restDeleteSMSTemplate: 'sms-template',
  restGetEmailTemplate: 'email-template',
  restChangeEmailTemplate: 'email-template',
  restDeleteEmailTemplate: 'email-template',
  readMessage: 'customer-text',
  readNotification: 'notification',
  updateFollowup: 'followup',
  deleteFollowup: 'followup',
};

const recordKeys = ['id', 'recordId', 'message_id'];
const leadKeys = ['lead_id', 'leadId', 'lead'];
const userKeys = ['user_id', 'userId', 'user', 'agent_id', 'guide_id'];

/** Calls for which the contract's example would do harm or prove nothing. */
function insteadOfExample(name: string, { admin, owner }: Bearers): object | undefined {
  if (name === 'signIn') return { email: admin.user.email, password };
  if (name === 'verifyToken') return { token: admin.token };
  if (name === 'changePassword') return { old_password: 'not the old one', new_password: 'k2Vw9tQpZr4m' };
  const { fname, lname, email } = owner.user;
  if (name === 'updateAgent') return { fname, lname, email };
  return undefined;
}

/** Headers as the example shows them, less what only a reader understands. */
const headersOf = (shown: unknown) =>
  z
    .record(
      z.string(),
      z.string().transform((text) => text.replace(/[^ -~]/g, '')),
    )
    .catch({})
    .parse(shown);

/**
 * A call's example with existing ids: the user is the one the call is about, or the caller for calls about a
 * record; lead and record are the owner's.
 */
export async function requestFor(
  endpoint: Endpoint,
  bearers: Bearers,
  as: BearerName,
  records: Records,
): Promise<Attempt> {
  const { name, example } = endpoint;
  const about = /^---[^-]/.test(rowOf(name)) ? bearers.guide : bearers.owner;
  const user = (endpoint.subject ? about : bearers[as]).user.id;

  async function withIds(part: unknown): Promise<Record<string, unknown>> {
    const filled: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(typeof part === 'object' && part !== null ? part : {})) {
      const kind = recordKeys.includes(key) ? namedRecord[name] : undefined;
      if (kind === 'user') filled[key] = about.user.id;
      else if (kind !== undefined) filled[key] = await records.idOf(kind);
      else if (userKeys.includes(key)) filled[key] = user;
      // When adding a participant, this key is the conference's.
      else if (leadKeys.includes(key) && name !== 'addParticipant') filled[key] = await records.idOf('lead');
      else if (key === 'leads') filled[key] = [await records.idOf('lead')];
      else filled[key] = value;
    }
    return filled;
  }

  const request = {
    params: await withIds(example.params),
    query: example.query,
    headers: headersOf(example.headers),
  };
  if (name === 'uploadBulkCsv') {
    return { ...request, form: formOf({ delimiter: ',', lt: 'life' }, 'file', leadList()) };
  }
  if (name === 'uploadSuppressionList') {
    // Of a state where no lead of this check is.
    const fields = { name: 'Audited', scope: 'state', state: 'AK', as_of: '2026-11-02' };
    return { ...request, form: formOf(fields, 'file', leadList()) };
  }
  if (name === 'uploadTextFile') return { ...request, form: formOf({}, 'file', picture()) };
  if (endpoint.bodyKind === 'multipart')
    return { ...request, form: formOf({ user_id: user }, 'audio', sound()) };
  if (endpoint.body === undefined) return request;
  return { ...request, body: insteadOfExample(name, bearers) ?? (await withIds(example.body)) };
}

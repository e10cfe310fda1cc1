import type { Notification } from '@crm/contracts/entities/messaging.js';
import assert from 'node:assert/strict';
import { createNote } from '@crm/contracts/http/notes.js';
import { createFollowup } from '@crm/contracts/http/followups.js';
import { sendText } from '@crm/contracts/http/messaging.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import { allowContact } from '@crm/contracts/http/permission.js';
import { createVoicemail } from '@crm/contracts/http/recordings.js';
import { createScript, deleteScript, listScripts } from '@crm/contracts/http/scripts.js';
import { createEmailTemplate, createSmsTemplate } from '@crm/contracts/http/templates.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { customer } from '@crm/e2e/customer.js';
import { makeLead } from '@crm/e2e/people.js';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import type { Bearers } from './bearers.js';
import { sound } from './files.js';
import { formOf, send } from './request.js';

/** A kind of record that a call may name. */
export type RecordKind =
  | 'lead'
  | 'note'
  | 'script'
  | 'followup'
  | 'sms-template'
  | 'email-template'
  | 'text'
  | 'customer-text'
  | 'notification'
  | 'voicemail';

export interface Records {
  /** The id of one of the owner's records, created on first use. */
  idOf(kind: RecordKind): Promise<string>;
}

let made = 0;

/** The owner's records, each of its own lead, untouched. */
export function freshRecords(url: string, { admin, owner }: Bearers): Records {
  made += 1;
  const phone = `+1512555${String(1000 + made)}`;
  const user_id = owner.user.id;
  const known = new Map<RecordKind, Promise<string>>();
  const idOf = (kind: RecordKind): Promise<string> => {
    const id = known.get(kind) ?? make(kind);
    known.set(kind, id);
    return id;
  };

  /** A customer's text, with the owner's notification. */
  async function customerText() {
    const lead_id = await idOf('lead');
    await customer({ url }, 'inbound-sms', { from: phone, to: owner.user.twilio_phone, body: 'Call me' });
    let reported: Notification | undefined;
    await eventually(async () => {
      const { answer } = await owner.client.call(listNotifications, { params: { id: user_id } });
      reported = answer.notifications.find((each) => each.lead_id === lead_id && each.message_id !== null);
      return reported !== undefined;
    });
    return reported;
  }

  async function make(kind: RecordKind): Promise<string> {
    if (kind === 'lead') return (await makeLead(owner, `Audited ${String(made)}`, { phone })).id;
    if (kind === 'script') {
      // There is a limit to scripts: those of earlier calls make room.
      const { scripts } = (await owner.client.call(listScripts, { params: { userId: user_id, typeId: 2 } }))
        .answer;
      for (const { id } of scripts) await owner.client.call(deleteScript, { params: { id } });
      const body = { agent_id: user_id, type_id: 2, html: '<p>Hi</p>' } as const;
      return (await owner.client.call(createScript, { body })).answer.script.id;
    }
    if (kind === 'sms-template') {
      const body = { user_id, title: 'Audited', text: 'Hello' };
      return (await owner.client.call(createSmsTemplate, { body })).answer.template.id;
    }
    if (kind === 'email-template') {
      const body = { user_id, name: 'Audited', title: 'Hello', text: '<p>Hello</p>' };
      return (await owner.client.call(createEmailTemplate, { body })).answer.template.id;
    }
    if (kind === 'voicemail') {
      const answer = await send(url, createVoicemail, {
        token: owner.token,
        form: formOf({ user_id }, 'audio', sound()),
      });
      return createVoicemail.answer.parse(answer.body).vm.id;
    }
    if (kind === 'notification') return (await customerText())?.id ?? '';
    if (kind === 'customer-text') return (await customerText())?.message_id ?? '';
    const lead_id = await idOf('lead');
    if (kind === 'note') {
      const body = { user_id, lead_id, message: 'Audited' };
      return (await owner.client.call(createNote, { body })).answer.note.id;
    }
    if (kind === 'followup') {
      const datetime = new Date(Date.now() + 86_400_000).toISOString();
      const body = { user_id, lead_id, datetime, priority: 3, description: 'Audited' } as const;
      return (await owner.client.call(createFollowup, { body })).answer.followup.id;
    }
    const allowed = await admin.client.call(allowContact, {
      params: { id: lead_id },
      body: {
        place: 'phone',
        channel: 'text',
        reason: 'Audited',
        requested_on: pacificDate(new Date()),
        minutes: 60,
      },
    });
    assert.equal(allowed.answer.status, 'success');
    const body = { lead_id, user_id, text: 'Hello', to: phone, key: crypto.randomUUID() };
    return (await owner.client.call(sendText, { body })).answer.text_message.id;
  }

  return { idOf };
}

/**
 * Records for calls that are refused, which change nothing: one of each kind serves them all. Scripts are made anew, since
 * the next one takes the last one's place.
 */
export function untouchedRecords(url: string, bearers: Bearers): Records {
  const kept = freshRecords(url, bearers);
  return { idOf: (kind) => (kind === 'script' ? freshRecords(url, bearers) : kept).idOf(kind) };
}

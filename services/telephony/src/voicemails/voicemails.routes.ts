import * as calls from '@crm/contracts/http/recordings.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { restResource } from '@crm/platform/resources/rest-resource.js';
import {
  getVoicemail,
  listVoicemailsOfLead,
  listVoicemailsOfUser,
  readVoicemail,
} from './customer-voicemails.js';
import { getGreeting, uploadGreeting } from './greetings.js';
import { createVoicemail, deleteVoicemail, listVoicemails, storedVoicemails } from './voicemails.js';

/** The calls about voicemails: those that agents drop, those that customers leave, and greetings. */
export function voicemailRoutes(ctx: TelephonyContext): Route[] {
  const stored = storedVoicemails(ctx);
  const { says } = stored.resource;
  return [
    ...restResource(stored, { remove: (actor, id) => deleteVoicemail(ctx, actor, id) }),
    route(calls.uploadGreeting, async (actor, _input, { req }) => ({
      ...success('Greeting uploaded'),
      url: await uploadGreeting(ctx, actor, req),
    })),
    route(calls.getGreeting, (actor, { params }, { token }) => getGreeting(ctx, actor, token, params.id)),
    route(calls.listVoicemails, async (_actor, { params }, { token }) => ({
      voicemails: await listVoicemails(ctx, token, params.userId),
    })),
    route(calls.createVoicemail, async (actor, _input, { req, token }) => ({
      ...success(says.created),
      vm: await createVoicemail(ctx, actor, token, req),
    })),
    route(calls.deleteVoicemail, async (actor, { body }) => {
      await deleteVoicemail(ctx, actor, body.recordId);
      return success(says.removed);
    }),
    route(calls.listCustomerVoicemails, async (_actor, { params }, { token }) => ({
      vm: await listVoicemailsOfUser(ctx, token, params.userId),
    })),
    route(calls.listVoicemailsOfLead, async (actor, { params }, { token }) => ({
      vm: await listVoicemailsOfLead(ctx, actor, token, params.id),
    })),
    route(calls.getCustomerVoicemail, async (actor, { params }, { token }) => ({
      vm: await getVoicemail(ctx, actor, token, params.id),
    })),
    route(calls.readVoicemail, async (actor, { params }) => {
      await readVoicemail(ctx, actor, params.id);
      return success('Voicemail read');
    }),
  ];
}

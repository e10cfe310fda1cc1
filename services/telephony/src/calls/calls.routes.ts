import {
  addParticipant as addParticipantEndpoint,
  callToken as callTokenEndpoint,
  doNotCall as doNotCallEndpoint,
  dropVoicemail as dropVoicemailEndpoint,
  getLiveCall as getLiveCallEndpoint,
  handleHold as handleHoldEndpoint,
  hangUpCall as hangUpCallEndpoint,
  listColleagues as listColleaguesEndpoint,
  pauseRecording as pauseRecordingEndpoint,
  removeParticipant as removeParticipantEndpoint,
  transferCall as transferCallEndpoint,
} from '@crm/contracts/http/calling.js';
import { exportCalls } from '@crm/contracts/resources/call.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { sendCsv } from '@crm/platform/http/send-csv.js';
import { resourceRoutes } from '@crm/platform/resources/rest-resource.js';
import type { TelephonyContext } from '../context.js';
import { callToken } from './call-token.js';
import { listColleagues } from './colleague-call.js';
import { dropVoicemail, handleHold, hangUpCall, pauseRecording } from './control-call.js';
import { doNotCall } from './do-not-call.js';
import { callHeadings, callRows, listedCalls } from './list-calls.js';
import { getLiveCall } from './live-calls.js';
import { addParticipant, removeParticipant, transferCall } from './second-party.js';

/** The calls about the asker's own live call, and the list of all calls. */
export function callRoutes(ctx: TelephonyContext): Route[] {
  return [
    route(callTokenEndpoint, (actor) => Promise.resolve(callToken(ctx, actor))),
    route(addParticipantEndpoint, (actor, { body: { number, lead_id } }) =>
      addParticipant(ctx, actor, { number, conferenceSid: lead_id }),
    ),
    route(removeParticipantEndpoint, (actor, { body }) => removeParticipant(ctx, actor, body)),
    route(handleHoldEndpoint, (actor, { body }) => handleHold(ctx, actor, body)),
    route(getLiveCallEndpoint, async (actor) => ({ call: await getLiveCall(ctx, actor) })),
    route(listColleaguesEndpoint, async (actor) => ({ colleagues: await listColleagues(ctx, actor) })),
    route(hangUpCallEndpoint, (actor, { params: { id } }) => hangUpCall(ctx, actor, id)),
    route(doNotCallEndpoint, (actor, { params: { id } }) => doNotCall(ctx, actor, id)),
    route(transferCallEndpoint, (actor, { params: { id }, body }) => transferCall(ctx, actor, id, body)),
    route(dropVoicemailEndpoint, (actor, { params: { id }, body }) =>
      dropVoicemail(ctx, actor, { id, ...body }),
    ),
    ...resourceRoutes(listedCalls(ctx), {}),
    route(exportCalls, async (actor, { body }, { res }) => {
      await sendCsv(res, {
        filename: 'calls.csv',
        head: callHeadings,
        rows: callRows(ctx, actor, body.filter),
      });
      return answered;
    }),
    route(pauseRecordingEndpoint, (actor, { params: { id }, body }) =>
      pauseRecording(ctx, actor, { id, ...body }),
    ),
  ];
}

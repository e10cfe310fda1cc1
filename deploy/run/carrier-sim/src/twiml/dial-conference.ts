import { answerLeg } from '../legs/leg.js';
import {
  addSeat,
  joinConference,
  leaveConference,
  openConference,
  type Founding,
} from '../conferences/conference.js';
import { aborted } from '../deferred.js';
import type { Params } from '../model.js';
import { addressIn, conferenceEvents, flagOf, hookOf, oneOf, recordingEvents } from './attributes.js';
import { TwimlError, type Element } from './parse.js';
import { wasEnded, type Run } from './run.js';

function foundingOf(element: Element, base: string): Founding {
  const records = oneOf(element, 'record', ['do-not-record', 'record-from-start', 'true', 'false']);
  const isRecorded = records === 'record-from-start' || records === 'true';
  return {
    hook: hookOf(element, base, { prefix: 'statusCallback', ...conferenceEvents }),
    recordPlan: isRecorded
      ? {
          channels: 1,
          source: 'Conference',
          hook: hookOf(element, base, { prefix: 'recordingStatusCallback', ...recordingEvents }),
        }
      : undefined,
  };
}

/** Hold music is required before anyone can wait: if its URL fails, so does the join. */
async function fetchWaitMusic(run: Run, element: Element): Promise<void> {
  const url = addressIn(element, 'waitUrl', run.base);
  if (url === undefined) return;
  const method = oneOf(element, 'waitMethod', ['GET', 'POST']) ?? 'POST';
  const answer = await run.carrier.hooks.ask({ url, method, params: { CallSid: run.leg.sid } });
  if (answer.status < 200 || answer.status >= 300)
    throw new TwimlError(11200, `The waitUrl answered ${String(answer.status)}`);
}

/** The leg stays in the conference until it leaves; returns the fields of the Dial action. */
export async function dialConference(run: Run, element: Element): Promise<Params> {
  const { carrier, leg, signal } = run;
  if (element.text === '') throw new TwimlError(13224, '<Conference> has no name');
  answerLeg(carrier, leg);
  await fetchWaitMusic(run, element);
  const conference = openConference(carrier, element.text, foundingOf(element, run.base));
  const seat = addSeat(carrier, conference, leg, {
    label: element.attributes['participantLabel'],
    startOnEnter: flagOf(element, 'startConferenceOnEnter', true),
    endOnExit: flagOf(element, 'endConferenceOnExit', false),
    muted: flagOf(element, 'muted', false),
  });
  run.say('sits in a conference');
  if (!signal.aborted) joinConference(carrier, conference, seat);
  await Promise.race([seat.left.promise, aborted(signal)]);
  const reason = wasEnded(run) ? 'participant_hung_up' : 'participant_updated_via_api';
  leaveConference(carrier, conference, seat, reason);
  return { DialCallStatus: 'answered' };
}

import { z } from 'zod';
import { callIssue, callThumb, exampleQuality, qualityFigures } from '../entities/call-quality.js';
import { exampleLiveCall } from '../entities/telephony.js';
import { statsFilters } from '../entities/stats.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { agentChoice, id } from '../ids.js';
import { callToken } from './calling.js';

const { user_id: userId, id: callId } = exampleLiveCall;
const leg = 'CA2c3d4e5f60718293a4b5c6d7e8f90a1b';
const noted = { status: 'success', message: 'Noted' } as const;

export const testToken = defineEndpoint({
  name: 'testToken',
  method: 'POST',
  path: '/api/rest/calls/test-token',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary:
    'A token for a test call from the browser to the carrier: its device has an identity of its own that nobody calls, hears a sentence and is hung up. No call is stored.',
  answer: callToken.answer,
  example: {
    answer: {
      token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
      provider: 'sim',
      url: 'ws://127.0.0.1:4010/_sim/client',
      identity: `test_${userId}`,
      ttl: 120,
    },
  },
});

const oneCall = z.object({ id });
/** The carrier's id of the user's own line in the call: who took part in it knows it, also after handing the call over. */
const ownLeg = { leg: z.string().max(64) };

export const sendCallQuality = defineEndpoint({
  name: 'sendCallQuality',
  method: 'POST',
  path: '/api/rest/calls/{id}/quality',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary:
    "How the sound of the user's own part of a call was, as their browser measured it; sent when it is over. The first delivery counts, another one changes nothing.",
  params: oneCall,
  body: qualityFigures.extend(ownLeg),
  answer: outcome,
  example: { params: { id: callId }, body: { ...exampleQuality, leg }, answer: noted },
});

export const rateCall = defineEndpoint({
  name: 'rateCall',
  method: 'POST',
  path: '/api/rest/calls/{id}/rating',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: { action: 'call.rated', subject: 'call/{params.id}' },
  summary:
    'What the user thought of the sound of their own part of a call, and what was wrong with it. May be changed; the same again changes nothing.',
  params: oneCall,
  body: z.object({ ...ownLeg, thumb: callThumb, issue: callIssue.nullable() }),
  answer: outcome,
  example: { params: { id: callId }, body: { leg, thumb: 'bad', issue: 'choppy-audio' }, answer: noted },
});

const share = z.number().min(0).max(100).nullable();
const average = z.number().min(0).nullable();

/** The sound of calls: of an agent, or of all. Averages are over calls, each counted once; null where none was measured. */
export const callQualitySums = z.object({
  /** Calls whose sound was measured. */
  calls: z.int().min(0),
  mos: average,
  /** In milliseconds. */
  jitter: average,
  /** In percent of packets. */
  loss: average,
  /** In milliseconds. */
  rtt: average,
  /** Calls with an average opinion score below 3.5, in percent of those measured. */
  low: share,
  thumbs_up: z.int().min(0),
  thumbs_down: z.int().min(0),
});
export type CallQualitySums = z.infer<typeof callQualitySums>;

export const callQualityRow = callQualitySums.extend({ agent: z.string(), agent_id: agentChoice });
export type CallQualityRow = z.infer<typeof callQualityRow>;

const exampleSums: CallQualitySums = {
  ...{ calls: 212, mos: 4.16, jitter: 6.2, loss: 0.5, rtt: 71, low: 2.83 },
  ...{ thumbs_up: 31, thumbs_down: 4 },
};

export const getCallQuality = defineEndpoint({
  name: 'getCallQuality',
  method: 'POST',
  path: '/api/statistic/call-quality',
  service: 'stats',
  access: 'admin|agent',
  given: false,
  audit: { action: 'statistic.read', reads: true },
  summary:
    'The sound of calls by agent, those with the most calls below an opinion score of 3.5 first, and of all together. Days and agents of the filter count, sources and types do not. Agents see only their own.',
  body: z.object({ filters: statsFilters }),
  answer: z.object({ rows: z.array(callQualityRow), totals: callQualitySums }),
  example: {
    body: { filters: { date: ['2026-11-01', '2026-11-20'] } },
    answer: {
      rows: [{ ...exampleSums, agent: 'Dana Reyes-Whitfield', agent_id: userId }],
      totals: exampleSums,
    },
  },
});

export const callQualityEndpoints = [testToken, sendCallQuality, rateCall, getCallQuality];

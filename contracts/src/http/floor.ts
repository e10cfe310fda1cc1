import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { currentState, exampleCurrentState } from '../entities/agent-state.js';
import { exampleFloor, floor } from '../entities/floor.js';
import { instant } from '../ids.js';

export const getFloor = defineEndpoint({
  name: 'getFloor',
  method: 'GET',
  path: '/api/floor',
  service: 'telephony',
  access: 'admin',
  given: false,
  audit: { action: 'floor.read', reads: true },
  summary:
    'Every agent and guide with state, call and dialler, who waits in the queue, and the incoming calls of today. Live changes of one tile come as FLOOR_TILE.',
  answer: floor,
  example: { answer: exampleFloor },
});

const ownState = currentState.extend({
  /** The server's time, for clocks of browsers that differ. */
  now: instant,
});
const exampleOwn = { ...exampleCurrentState, now: '2026-11-20T17:48:00.000Z' };

export const getOwnState = defineEndpoint({
  name: 'getOwnState',
  method: 'GET',
  path: '/api/floor/own-state',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary: "The asker's own state: ready, in a call, in wrap-up, away with a reason, or offline.",
  answer: ownState,
  example: { answer: exampleOwn },
});

export const endWrapUp = defineEndpoint({
  name: 'endWrapUp',
  method: 'POST',
  path: '/api/floor/ready',
  service: 'telephony',
  access: 'signed-in',
  given: false,
  audit: 'none',
  summary: "Ends the asker's own wrap-up. Changes nothing in any other state.",
  body: z.object({}),
  answer: ownState,
  example: { body: {}, answer: { ...exampleOwn, state: 'ready', until: null } },
});

export const floorEndpoints = [getFloor, getOwnState, endWrapUp];

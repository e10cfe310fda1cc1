import { exampleInterval, stateInterval } from '../entities/agent-state.js';
import { exampleTile, floorTile } from '../entities/floor.js';
import { defineMessage } from './envelope.js';

const telephony = ['telephony'] as const;

export const agentStateChanged = defineMessage({
  type: 'agent.state-changed',
  owner: telephony,
  given: false,
  consumers: ['stats', 'telephony'],
  summary: 'An agent or a guide left a state: which one, from when to when. Subject agent/<id>.',
  data: stateInterval,
  example: exampleInterval,
});

export const floorTileChanged = defineMessage({
  type: 'floor.tile-changed',
  owner: telephony,
  given: false,
  consumers: ['gateway'],
  batched: true,
  summary: 'A tile of the floor as it is now. Published at most once. Subject floor/<user id>.',
  data: floorTile,
  example: exampleTile,
});

/** What telephony publishes about the floor. */
export const floorEvents = [agentStateChanged, floorTileChanged] as const;

import { voiceWithinMs } from '@crm/contracts/http/dialler-report.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { isLeftAlone, isMachine, type CallSnapshot } from './reduce-call.rules.js';

/** What a call of the dialler adds to the figures of its day: each 0 or 1, so that they are summed as they are. */
export interface DialledFigures {
  /** The day in Los Angeles on which it was dialled. */
  day: string;
  people: number;
  machines: number;
  abandoned: number;
  /** People who heard the guide. */
  heard: number;
  /** From the answer to the guide's voice, of a person who heard it; 0 for everybody else. */
  voiceMs: number;
}

type Ended = Pick<
  CallSnapshot,
  | 'kind'
  | 'state'
  | 'placing'
  | 'answeredBy'
  | 'answeredAt'
  | 'connectedAt'
  | 'endedAt'
  | 'calledOff'
  | 'legs'
> & { startedAt: Date };

/**
 * What a call counts for: undefined while it goes on, where it is none of the dialler, and where the customer was not
 * rung. Who answered counts as a person unless a machine was heard. Abandoned is a person to whom nobody spoke within two
 * seconds of the answer, or who answered when the guide had gone; one who hung up before that was not.
 */
export function dialledFigures(call: Ended): DialledFigures | undefined {
  const { kind, state, placing, answeredBy, answeredAt, connectedAt, endedAt } = call;
  if (kind !== 'dialler' || state !== 'ended' || endedAt === null) return undefined;
  if (placing === 'refused' || placing === 'unasked') return undefined;
  const nothing = { people: 0, machines: 0, abandoned: 0, heard: 0, voiceMs: 0 };
  const day = pacificDate(call.startedAt);
  if (answeredAt === null) return { day, ...nothing };
  if (isMachine(answeredBy)) return { day, ...nothing, machines: 1 };
  const silentMs = Math.max(0, (connectedAt ?? endedAt).getTime() - answeredAt.getTime());
  return {
    ...{ day, ...nothing, people: 1 },
    abandoned: silentMs > voiceWithinMs || isLeftAlone(call) ? 1 : 0,
    ...(connectedAt !== null && { heard: 1, voiceMs: silentMs }),
  };
}

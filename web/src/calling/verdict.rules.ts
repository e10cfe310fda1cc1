import { z } from 'zod';
import { faultOfCode, type DeviceFaultKind } from './device-faults.rules.js';
import type { ConnectionReport } from './connection-test.js';

/** What is wrong with a connection, as far as a person can do something about it. */
export type ConnectionTrouble =
  | 'microphoneRefused'
  | 'noMicrophone'
  | 'unreachable'
  | 'noSound'
  | 'loss'
  | 'jitter'
  | 'delay'
  | 'relayed';

/** What a test call says about calls to customers. */
export interface Verdict {
  grade: 'good' | 'usable' | 'unusable';
  troubles: readonly ConnectionTrouble[];
  /** Null where no call came about. */
  report: ConnectionReport | null;
}

/** Up to `good` nobody notices; above `usable` words are lost or people talk over each other. */
const limits = {
  loss: { good: 1, usable: 3 },
  jitter: { good: 30, usable: 60 },
  rtt: { good: 250, usable: 400 },
} as const;
/** Mean opinion score: at least. */
const scores = { good: 4, usable: 3.5 } as const;

const troubleOf = { loss: 'loss', jitter: 'jitter', rtt: 'delay' } as const;
const measures = ['loss', 'jitter', 'rtt'] as const;

/** What the figures of a test call mean. */
export function verdictOf(report: ConnectionReport): Verdict {
  const { sound, isRelayed } = report;
  if (sound === null) return { grade: 'unusable', troubles: ['noSound'], report };
  const isWithin = (grade: 'good' | 'usable') =>
    sound.mos >= scores[grade] && measures.every((name) => sound[name] <= limits[name][grade]);
  const grade = isWithin('good') ? 'good' : isWithin('usable') ? 'usable' : 'unusable';
  const exceeded = measures.filter((name) => sound[name] > limits[name].good);
  return {
    grade,
    troubles: [
      ...exceeded.map((name) => troubleOf[name]),
      ...(isRelayed && grade !== 'good' ? (['relayed'] as const) : []),
    ],
    report,
  };
}

const troubleOfFault: Partial<Record<DeviceFaultKind, ConnectionTrouble>> = {
  'microphone-refused': 'microphoneRefused',
  'no-microphone': 'noMicrophone',
};
/** The call was there, and its sound was not. */
const mediaCodes: readonly number[] = [53405, 53402, 53404, 53407];
const coded = z.object({ code: z.number() });

/** Whether the provider, or the microphone, made a test call fail. */
export const isOfProvider = (error: unknown): boolean => coded.safeParse(error).success;

/** What it means that a test call failed. */
export function verdictOfFailure(error: unknown): Verdict {
  const { code = 0 } = coded.safeParse(error).data ?? {};
  const trouble =
    troubleOfFault[faultOfCode(code).kind] ?? (mediaCodes.includes(code) ? 'noSound' : 'unreachable');
  return { grade: 'unusable', troubles: [trouble], report: null };
}

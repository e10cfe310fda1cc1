import type { CallWordKey } from '../i18n/calls.en.js';

/** What is wrong with the sound of a call, as far as a person can do something about it or should know. */
export type LineTrouble = 'no-sound' | 'not-heard' | 'silent-microphone' | 'weak';

/** The connection of the call of this window. */
export interface Line {
  /** It was lost, and the provider is being looked for. */
  isReconnecting: boolean;
  /** The provider's warnings that go on, by its names for them. */
  warnings: readonly string[];
}

export const goodLine: Line = { isReconnecting: false, warnings: [] };

/** The provider's warnings by what they mean; others say nothing to a person. */
const troubleOf: Readonly<Record<string, LineTrouble>> = {
  'ice-connectivity-lost': 'no-sound',
  'low-bytes-received': 'no-sound',
  'low-bytes-sent': 'not-heard',
  'constant-audio-input-level': 'silent-microphone',
  'low-mos': 'weak',
  'high-jitter': 'weak',
  'high-rtt': 'weak',
  'high-packet-loss': 'weak',
  'high-packets-lost-fraction': 'weak',
};
/** The worst first. */
const bySeverity: readonly LineTrouble[] = ['no-sound', 'not-heard', 'silent-microphone', 'weak'];

const wordsOf: Readonly<Record<LineTrouble | 'reconnecting', CallWordKey>> = {
  reconnecting: 'crm.calls.line.reconnecting',
  'no-sound': 'crm.calls.line.noSound',
  'not-heard': 'crm.calls.line.notHeard',
  'silent-microphone': 'crm.calls.line.silentMicrophone',
  weak: 'crm.calls.line.weak',
};

/** The line after a warning of the provider's began, or ended. */
export function withWarning(line: Line, name: string, isOn: boolean): Line {
  const others = line.warnings.filter((each) => each !== name);
  return { ...line, warnings: isOn ? [...others, name] : others };
}

/** What to say about the line: the worst alone; undefined for a good one. Whoever is muted is silent on purpose. */
export function wordsOfLine({ line, isMuted }: { line: Line; isMuted: boolean }): CallWordKey | undefined {
  if (line.isReconnecting) return wordsOf.reconnecting;
  const troubles = new Set(line.warnings.map((name) => troubleOf[name]));
  const worst = bySeverity.find(
    (trouble) => troubles.has(trouble) && !(isMuted && trouble === 'silent-microphone'),
  );
  return worst && wordsOf[worst];
}

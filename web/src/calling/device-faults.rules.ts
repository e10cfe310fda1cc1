import type { CallWordKey } from '../i18n/calls.en.js';

/** Device and call errors that a person can do something about. */
export type DeviceFaultKind =
  | 'microphone-refused'
  | 'no-microphone'
  | 'sound-device-missing'
  | 'sound-device-lost'
  | 'sound-device-changed'
  | 'token-expired'
  | 'connection-lost'
  | 'ended'
  | 'refused'
  | 'busy'
  | 'unreachable'
  | 'other';

export interface DeviceFault {
  kind: DeviceFaultKind;
  /** The provider's error code; null if it is not from the provider. */
  code: number | null;
}

/** The provider's error codes by their meaning for a person. */
const kindOfCode: Readonly<Record<number, DeviceFaultKind>> = {
  31401: 'microphone-refused',
  31402: 'no-microphone',
  31201: 'token-expired',
  31204: 'token-expired',
  31205: 'token-expired',
  20101: 'token-expired',
  20104: 'token-expired',
  20151: 'token-expired',
  31003: 'connection-lost',
  31009: 'connection-lost',
  53000: 'connection-lost',
  53001: 'connection-lost',
  53405: 'connection-lost',
  31000: 'ended',
  31005: 'ended',
  31002: 'refused',
  31403: 'refused',
  31603: 'refused',
  13227: 'refused',
  31486: 'busy',
  31600: 'busy',
  31404: 'unreachable',
  31408: 'unreachable',
  31480: 'unreachable',
  31484: 'unreachable',
};

export function faultOfCode(code: number): DeviceFault {
  return { kind: kindOfCode[code] ?? 'other', code };
}

export const connectionLost: DeviceFault = { kind: 'connection-lost', code: null };

const wordsOf: Readonly<Record<DeviceFaultKind, CallWordKey>> = {
  'microphone-refused': 'crm.calls.fault.microphoneRefused',
  'no-microphone': 'crm.calls.fault.noMicrophone',
  'sound-device-missing': 'crm.calls.fault.soundDeviceMissing',
  'sound-device-lost': 'crm.calls.fault.soundDeviceLost',
  'sound-device-changed': 'crm.calls.fault.soundDeviceChanged',
  'token-expired': 'crm.calls.fault.tokenExpired',
  'connection-lost': 'crm.calls.connectionLost',
  ended: 'crm.calls.fault.ended',
  refused: 'crm.calls.fault.refused',
  busy: 'crm.calls.fault.busy',
  unreachable: 'crm.calls.fault.unreachable',
  other: 'crm.calls.fault.other',
};

/** The message of an error; `code` is shown for errors without their own message. */
export function wordsOfFault({ kind, code }: DeviceFault): { key: CallWordKey; values: { code: string } } {
  return { key: wordsOf[kind], values: { code: code === null ? '' : String(code) } };
}

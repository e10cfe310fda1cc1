import { Call, Device } from '@twilio/voice-sdk';
import type { VoiceDevice } from './voice-device.js';

/** Opus keeps words whole on a poor line; the other is what everything understands. */
export const codecPreferences = [Call.Codec.Opus, Call.Codec.PCMU];

/** The provider's sites, tried in this order; where each connects is in the gateway's content security policy. */
export const edges = ['ashburn', 'umatilla', 'roaming'] as const;

/** The options of the device. The debug option of its earlier versions is now the log level. */
const deviceOptions = {
  logLevel: 'debug',
  dscp: true,
  // Long enough for several token requests.
  tokenRefreshMs: 60_000,
  enableImprovedSignalingErrorPrecision: true,
  codecPreferences,
  edge: [...edges],
  // A call outlives a connection to the provider that is lost for so long.
  maxCallSignalingTimeoutMs: 30_000,
} as const satisfies Device.Options;

/** The provider's own device. */
export const createTwilioDevice = (token: string): VoiceDevice => new Device(token, { ...deviceOptions });

import { Call, Device } from '@twilio/voice-sdk';
import type { VoiceDevice } from './voice-device.js';

/** The provider's own device. The debug option of its earlier versions is now the log level. */
export const createTwilioDevice = (token: string): VoiceDevice =>
  new Device(token, {
    logLevel: 'debug',
    dscp: true,
    // Long enough for several token requests.
    tokenRefreshMs: 60_000,
    closeProtection: true,
    enableImprovedSignalingErrorPrecision: true,
    // Opus keeps words whole on a poor line; the other is what everything understands.
    codecPreferences: [Call.Codec.Opus, Call.Codec.PCMU],
    // Tried in this order; where each connects is in the gateway's content security policy.
    edge: ['ashburn', 'umatilla', 'roaming'],
    // A call outlives a connection to the provider that is lost for so long.
    maxCallSignalingTimeoutMs: 30_000,
  });

import { Device } from '@twilio/voice-sdk';
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
  });

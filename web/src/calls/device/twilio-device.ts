import { Device } from '@twilio/voice-sdk';
import type { VoiceDevice } from './voice-device.js';

/** The provider's own device. What earlier versions of it called debug is its log level now. */
export const createTwilioDevice = (token: string): VoiceDevice =>
  new Device(token, {
    logLevel: 'debug',
    dscp: true,
    // Long enough to ask for a token more than once.
    tokenRefreshMs: 60_000,
    closeProtection: true,
    enableImprovedSignalingErrorPrecision: true,
  });

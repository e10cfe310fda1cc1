import type { ConnectionTest, TestManner } from '../../calling/connection-test.js';
import { socketAddress, type DeviceGrant } from './create-device.js';

export type RunTest = (grant: DeviceGrant, manner: TestManner) => Promise<ConnectionTest>;

const isRefused = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'PermissionDeniedError'].includes(error.name);

/** Asks for the microphone before a call does; fails by the provider's codes for one that is refused or missing. */
async function askForMicrophone(): Promise<void> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    for (const track of stream.getTracks()) track.stop();
  } catch (error) {
    throw Object.assign(new Error('No microphone', { cause: error }), {
      code: isRefused(error) ? 31401 : 31402,
    });
  }
}

/** Tests microphone and connection with a token of its own; its chunk is loaded with the first test. */
export const runTest: RunTest = async ({ provider, token, url }, manner) => {
  await askForMicrophone();
  if (provider === 'twilio') return (await import('./twilio-test.js')).startTwilioTest(token, manner);
  return (await import('./sim-test.js')).startSimTest(token, { url: socketAddress(url) });
};

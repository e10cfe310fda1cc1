import type { callToken } from '@crm/contracts/http/calling.js';
import type { CallAnswer } from '../../http/call-endpoint.js';
import type { VoiceDevice } from './voice-device.js';

export type DeviceGrant = Pick<CallAnswer<typeof callToken>, 'provider' | 'token' | 'url'>;
export type MakeDevice = (grant: DeviceGrant) => Promise<VoiceDevice>;

/** An address of the carrier as a WebSocket takes it; one without a host is this very server's. */
const socketAddress = (url: string) => new URL(url, window.location.href).href.replace(/^http/, 'ws');

/** Makes the device that a token is for; its script comes with the first one. */
export const createDevice: MakeDevice = async ({ provider, token, url }) => {
  if (provider === 'twilio') return (await import('./twilio-device.js')).createTwilioDevice(token);
  const { SimDevice } = await import('./sim-device.js');
  return new SimDevice(token, { url: socketAddress(url) });
};

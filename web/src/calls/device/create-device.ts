import type { callToken } from '@crm/contracts/http/calling.js';
import type { CallAnswer } from '../../http/call-endpoint.js';
import type { VoiceDevice } from './voice-device.js';

export type DeviceGrant = Pick<CallAnswer<typeof callToken>, 'provider' | 'token' | 'url'>;
export type MakeDevice = (grant: DeviceGrant) => Promise<VoiceDevice>;

/** The carrier's address as a WebSocket URL; without a host it is this server. */
export const socketAddress = (url: string) => new URL(url, window.location.href).href.replace(/^http/, 'ws');

/** Creates the device for a token; its chunk is loaded with the first one. */
export const createDevice: MakeDevice = async ({ provider, token, url }) => {
  if (provider === 'twilio') return (await import('./twilio-device.js')).createTwilioDevice(token);
  const { SimDevice } = await import('./sim-device.js');
  return new SimDevice(token, { url: socketAddress(url) });
};

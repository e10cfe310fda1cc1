import { createContext } from 'react';
import { createDevice, type MakeDevice } from './device/create-device.js';

/** Makes the calling device; tests bring one of their own. */
export const MakeDeviceContext = createContext<MakeDevice>(createDevice);

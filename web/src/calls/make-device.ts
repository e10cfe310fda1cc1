import { createContext } from 'react';
import { createDevice, type MakeDevice } from './device/create-device.js';

/** Creates the calling device; tests supply fakes. */
export const MakeDeviceContext = createContext<MakeDevice>(createDevice);

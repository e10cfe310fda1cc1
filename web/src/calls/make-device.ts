import { createContext } from 'react';
import { createDevice, type MakeDevice } from './device/create-device.js';
import { runTest, type RunTest } from './device/run-test.js';

/** Creates the calling device; tests supply fakes. */
export const MakeDeviceContext = createContext<MakeDevice>(createDevice);
/** Makes a test call; tests supply fakes. */
export const RunTestContext = createContext<RunTest>(runTest);

import { privacyErrands } from '@crm/contracts/http/privacy.js';
import { route } from '../http/mount-endpoint.js';

/** Nothing is to be collected or erased: what a stand-in for leads answers to whoever asks. */
export const noErrands = route(privacyErrands, async () => ({ errands: [] }));

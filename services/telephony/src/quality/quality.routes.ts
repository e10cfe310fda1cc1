import {
  rateCall as rateCallEndpoint,
  sendCallQuality,
  testToken as testTokenEndpoint,
} from '@crm/contracts/http/call-quality.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { testToken } from '../calls/call-token.js';
import type { TelephonyContext } from '../context.js';
import { rateCall, saveQuality } from './save-quality.js';

/** The calls about the sound of one's own calls, and about the test of the connection before them. */
export function qualityRoutes(ctx: TelephonyContext): Route[] {
  return [
    route(testTokenEndpoint, (actor) => Promise.resolve(testToken(ctx, actor))),
    route(sendCallQuality, (actor, input) => saveQuality(ctx, actor, input)),
    route(rateCallEndpoint, (actor, input) => rateCall(ctx, actor, input)),
  ];
}

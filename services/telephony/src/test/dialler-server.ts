import type { DiallerContext } from '../dialler/dialler-calls.js';
import { fakeCalls, type FakeCalls } from './fake-calls.js';
import { allowed } from './fake-services.js';
import { neverMs, startTelephony, type TelephonyServer } from './telephony-server.js';

export interface DiallerServer {
  server: TelephonyServer;
  ctx: DiallerContext;
  calls: FakeCalls;
  /** As it was at the start: no lead, no call, and everybody may be called. */
  forget: () => void;
}

/** The service with calls of the test's own; the server dials nobody by itself. */
export async function startDialler(): Promise<DiallerServer> {
  const calls = fakeCalls();
  const server = await startTelephony({ SWEEP_MS: neverMs }, undefined, { calls });
  const { ctx } = server.service;
  ctx.nextDials.wake = () => {};
  return {
    ...{ server, ctx, calls },
    forget: () => {
      calls.forget();
      server.leads.leads.length = 0;
      server.leads.permit = () => allowed;
    },
  };
}

import type { Router } from 'express';
import { stateOf } from '../requests/carried-request.js';
import { sendJson } from '../http/send-json.js';

/** Whether a thing the service needs can be reached; a check that throws counts as no. */
export type ReadinessCheck = () => boolean | Promise<boolean>;

export interface Health {
  /** True while everything can be reached and the service is not about to stop; `missing` names what is not. */
  readiness(): Promise<{ ready: boolean; missing: string[] }>;
  /** From now on `readyz` answers 503, so that nothing new is sent here. */
  stopping(): void;
}

/** Health of one service by named checks: `{ store: () => store.isReady(), bus: () => bus.isReady() }`. */
export function createHealth(checks: Readonly<Record<string, ReadinessCheck>>): Health {
  let isStopping = false;

  async function passes(check: ReadinessCheck): Promise<boolean> {
    try {
      return await check();
    } catch {
      // What cannot be asked cannot be reached: that is the answer, and `readyz` names it.
      return false;
    }
  }

  return {
    readiness: async () => {
      if (isStopping) return { ready: false, missing: ['stopping'] };
      const results = await Promise.all(
        Object.entries(checks).map(async ([name, check]) => ({ name, passed: await passes(check) })),
      );
      const missing = results.filter(({ passed }) => !passed).map(({ name }) => name);
      return { ready: missing.length === 0, missing };
    },
    stopping: () => {
      isStopping = true;
    },
  };
}

/**
 * Mounts `/healthz` (the process answers) and `/readyz` (everything it needs is reachable; 503 names what is not). Probes
 * come every few seconds, so they are logged only when they fail.
 */
export function mountHealth(router: Router, health: Health): void {
  router.get('/healthz', (req, res) => {
    stateOf(req).isQuiet = true;
    sendJson(res, { alive: true });
  });
  router.get('/readyz', async (req, res) => {
    stateOf(req).isQuiet = true;
    const { ready, missing } = await health.readiness();
    sendJson(res, ready ? { ready } : { ready, missing }, ready ? 200 : 503);
  });
}

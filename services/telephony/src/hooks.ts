import type { TelephonyContext } from './context.js';
import type { HookRoute } from './hooks/hook-routes.js';

/** Every webhook of the carrier's that the service takes. */
export function telephonyHooks(_ctx: TelephonyContext): HookRoute[] {
  return [];
}

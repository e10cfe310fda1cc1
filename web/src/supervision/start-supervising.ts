import type { SupervisionMode } from '@crm/contracts/codes/supervision-codes.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { superviseCall } from '@crm/contracts/http/supervision.js';
import type { CallingState, CallingStore } from '../calling/calling.js';
import type { CrmDataProvider } from '../providers/data-provider.js';

/** The device of this window could not be registered. */
export class DeviceNotReady extends Error {}

/** Longer than a device needs to register, or to take a call. */
const patienceMs = 20_000;

/** Resolves once the calling state is as wanted; false where that takes too long. */
function until(store: CallingStore, isSo: (state: CallingState) => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (result: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(result);
    };
    const timer = setTimeout(() => {
      settle(false);
    }, patienceMs);
    const unsubscribe = store.subscribe(() => {
      if (isSo(store.get())) settle(true);
    });
    if (isSo(store.get())) settle(true);
  });
}

/**
 * Has the device of this window registered, and the server ring it into a call. The device is kept until it has taken the
 * call, which then keeps it.
 */
export async function startSupervising(
  store: CallingStore,
  provider: CrmDataProvider,
  { id, mode }: { id: string; mode: SupervisionMode },
): Promise<Outcome> {
  const { device, desk } = store.get();
  const release = store.saveDevice();
  try {
    // Another window has it, or it was lost: it is made anew here.
    if (device === 'elsewhere' || device === 'lost') desk?.connect();
    const isSettled = await until(store, (state) => state.device === 'ready' || state.device === 'lost');
    if (!isSettled || store.get().device !== 'ready') throw new DeviceNotReady();
    const outcome = await provider.call(superviseCall, { params: { id }, body: { mode } });
    await until(store, ({ here }) => here !== undefined);
    return outcome;
  } finally {
    release();
  }
}

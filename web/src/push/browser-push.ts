import {
  pushSubscription,
  readPushKey,
  subscribeToPush,
  unsubscribeFromPush,
} from '@crm/contracts/http/push.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import type { CallAnswer, CallInput } from '../http/call-endpoint.js';

type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<CallAnswer<E>>;

const workerPath = '/push-worker.js';

const takesPush = () => 'serviceWorker' in navigator && 'PushManager' in window;

/** A subscription by the key that the office has now; one by an older key has to go first. */
async function subscriptionBy(key: string, { pushManager }: ServiceWorkerRegistration) {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Has the notices of the user shown by this browser, also where no window is open. Answers whether they will be. */
export async function subscribeBrowser(call: Call): Promise<boolean> {
  if (!takesPush()) return false;
  const { key } = await call(readPushKey, {});
  if (key === null) return false;
  const registration = await navigator.serviceWorker.register(workerPath);
  const subscription = pushSubscription.parse((await subscriptionBy(key, registration)).toJSON());
  await call(subscribeToPush, { body: { subscription } });
  return true;
}

/** No more notices of the user who signs out. */
export async function forgetBrowser(call: Call): Promise<void> {
  if (!takesPush()) return;
  const registration = await navigator.serviceWorker.getRegistration(workerPath);
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  await call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } });
}

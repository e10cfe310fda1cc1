import { useSyncExternalStore } from 'react';
import { useStore } from 'react-admin';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** `none`: the browser has no notices. */
const permissionNow = (): NotificationPermission | 'none' =>
  'Notification' in window ? Notification.permission : 'none';

/** Whether the system may show notices of this page; drawn again once somebody was asked. */
export const useNoticePermission = (): NotificationPermission | 'none' =>
  useSyncExternalStore(subscribe, permissionNow);

/** Whether notices come through the browser's push service as well, while no window is open. */
export const usePushed = () => useStore<boolean>('notices.pushed', false);

/** Asks whether notices may be shown, in the browser's own words. */
export async function askForNotices(): Promise<void> {
  await Notification.requestPermission();
  for (const listener of listeners) listener();
}

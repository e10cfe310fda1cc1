import { outcome, type Outcome } from '@crm/contracts/errors.js';

const key = 'session.arrival';

/** Leaves the server's word of a sign-in for the page that the full redirect opens. */
export function leaveArrivalMessage({ status, message }: Outcome): void {
  window.sessionStorage.setItem(key, JSON.stringify({ status, message }));
}

/** Takes that word, once. */
export function takeArrivalMessage(): Outcome | undefined {
  const left = window.sessionStorage.getItem(key);
  if (left === null) return undefined;
  window.sessionStorage.removeItem(key);
  return outcome.parse(JSON.parse(left));
}

import type { Types } from 'mongoose';
import type { LanguageCode } from '@crm/contracts/codes/languages.js';
import type { TelephonyConfig } from '../config.js';

/** What the carrier tries an asynchronous hook again for. */
const retried = '#rc=2&rp=ct,rt,5xx';

/** Where the carrier tells of one call: every address bears the call's own id. */
export function addressesOf(
  { config }: { config: Pick<TelephonyConfig, 'publicBaseUrl'> },
  callId: Types.ObjectId,
) {
  const cid = callId.toHexString();
  const base = `${config.publicBaseUrl}/tw`;
  return {
    dial: `${base}/dial/${cid}`,
    join: (role: string) => `${base}/join/${cid}/${role}`,
    caller: `${base}/caller/${cid}`,
    wait: `${base}/queue/${cid}/wait`,
    key: `${base}/queue/${cid}/key`,
    left: `${base}/queue/${cid}/left`,
    answeredBy: `${base}/amd/${cid}${retried}`,
    drop: `${base}/drop/${cid}`,
    apology: `${base}/apology/${cid}`,
    noMoreCalls: `${base}/apology/${cid}/key`,
    announcement: (language: LanguageCode) => `${base}/announce/${cid}/${language}`,
    leg: (role: string) => `${base}/leg/${cid}/${role}${retried}`,
    conference: `${base}/conf/${cid}${retried}`,
    recording: `${base}/rec/${cid}${retried}`,
  };
}
export type Addresses = ReturnType<typeof addressesOf>;

/** Who a device is registered as. */
export const identityOf = (userId: string): string => `user_${userId}`;

/** Who a device is registered as that only tests its connection: nobody ever calls it. */
export const testIdentityOf = (userId: string): string => `test_${userId}`;

/** Whether a device tests its connection; what it is called is in its token, which the carrier checked. */
export const isTestIdentity = (from: string): boolean => /^client:test_[0-9a-f]{24}$/.test(from);

/** The user whose device this is; undefined for any other caller. */
export function userOfIdentity(from: string): string | undefined {
  return /^client:user_([0-9a-f]{24})$/.exec(from)?.[1];
}

import type { Types } from 'mongoose';
import type { RoleId } from '@crm/contracts/codes/roles.js';

/** One window or call that holds a lead, by a name of the holder's own, until its lease runs out. */
export interface Holder {
  holder: string;
  until: Date;
}

/**
 * Who has a lead open. It is a part of the lead itself, so that whoever may work it and whoever holds it are read together
 * and a claim is refused in the same write by which the lead went to somebody else.
 */
export interface StoredHold {
  user_id: Types.ObjectId;
  fullname: string;
  role: RoleId;
  holders: Holder[];
  /** A call of theirs bound the lead to them: they may work it while they hold it, though it is not theirs. */
  bound: boolean;
  /** The longest of the holders' leases. */
  until: Date;
}

/** Who holds a lead now, and whether a call bound it to them. */
export interface LiveHold {
  user_id: string;
  fullname: string;
  bound: boolean;
}

/** Whether a hold is in force. A lease ends at its instant. */
export function isLive(hold: Pick<StoredHold, 'until'> | undefined, now: Date): boolean {
  return hold !== undefined && hold.until > now;
}

/** Who holds a lead at an instant; undefined where nobody does. */
export function liveHoldOf({ hold }: { hold?: StoredHold }, now: Date): LiveHold | undefined {
  if (hold === undefined || !isLive(hold, now)) return undefined;
  return { user_id: hold.user_id.toHexString(), fullname: hold.fullname, bound: hold.bound };
}

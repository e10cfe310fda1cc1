import mongoose, { type Connection } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { SystemAction, SystemPart } from '@crm/contracts/http/system.js';
import type { Clock } from '../clock.js';

interface ActionDoc extends Omit<SystemAction, 'id' | 'at'> {
  _id: mongoose.Types.ObjectId;
  at: Date;
  /** Whose message it was; of a part without a store another service keeps it. */
  part: SystemPart;
}

const maxListed = 100;

/** What is done to a message that was given up on. */
export type ActionAbout = Pick<SystemAction, 'action' | 'what' | 'queue' | 'type' | 'message_id'>;

/** What admins did to messages that were given up on, kept for good by the service. */
export interface Actions {
  index(): Promise<void>;
  /**
   * Does it, written down before and with its result after: an action without a trace is not possible. `act` answers whether
   * it went well; what it throws is thrown on.
   */
  record(part: SystemPart, actor: Actor, about: ActionAbout, act: () => Promise<boolean>): Promise<boolean>;
  /** The latest hundred of a part. */
  list(part: SystemPart): Promise<SystemAction[]>;
}

export function systemActions(connection: Connection, clock: Clock): Actions {
  const collection = connection.collection<ActionDoc>('systemDeeds');
  return {
    index: async () => {
      // For list: the latest of a part.
      await collection.createIndex({ part: 1, at: -1, _id: -1 });
    },
    record: async (part, actor, about, act) => {
      const _id = new mongoose.Types.ObjectId();
      await collection.insertOne({
        _id,
        at: clock.now(),
        part,
        user_id: actor.id,
        user_fullname: actor.fullname,
        ...about,
        result: 'begun',
      });
      let result: ActionDoc['result'] = 'failed';
      try {
        if (await act()) result = 'done';
      } finally {
        await collection.updateOne({ _id }, { $set: { result } });
      }
      return result === 'done';
    },
    list: async (part) =>
      (await collection.find({ part }).sort({ at: -1, _id: -1 }).limit(maxListed).toArray()).map(
        ({ _id, at, part: _part, ...action }) => ({ id: _id.toHexString(), at: at.toISOString(), ...action }),
      ),
  };
}

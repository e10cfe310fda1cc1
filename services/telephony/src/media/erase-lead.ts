import { Types } from 'mongoose';
import type { TelephonyContext } from '../context.js';
import { dropAudio } from './audio-files.js';

/**
 * Erases what was recorded of a lead that is gone: recordings, voicemails and what was written down of them. Its missed
 * calls and its calls stay as those of a number, without its name.
 */
export async function eraseLeadAudio(ctx: TelephonyContext, leadId: string): Promise<void> {
  const lead_id = new Types.ObjectId(leadId);
  for (const model of [ctx.records, ctx.customerVoicemails]) {
    const documents = model.db.collection(model.collection.name);
    const found = await documents.find({ lead_id }, { projection: { _id: 1 } }).toArray();
    for (const { _id } of found) {
      // The file first: a process that dies in between finds the document again, and with it the file.
      await dropAudio(ctx.audio, _id);
      await documents.deleteOne({ _id });
    }
  }
  await ctx.missedCalls.collection.updateMany(
    { lead_id },
    { $set: { lead_id: null, lead_name: '', lead_key: '', words: [] }, $inc: { version: 1 } },
  );
  await ctx.callDocs.updateMany(
    { lead_id, state: 'ended' },
    { $set: { lead_name: '', words: [] }, $inc: { version: 1 } },
  );
}

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import {
  sentFileSentences,
  sentFilesFault,
  sentFilesLimit,
  isSentType,
} from '@crm/contracts/codes/text-files.js';
import type { TextFile } from '@crm/contracts/entities/messaging.js';
import { readFileForm } from '@crm/domain/media/file-form.js';
import { dropPersonFile, storePersonFile } from '@crm/domain/media/person-files.js';
import { invalidField, tooMany } from '@crm/platform/errors/app-error.js';
import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { MessagingContext } from '../context.js';
import type { TextFileDoc } from '../text/text-file.schema.js';
import { textFileView } from '../text/text-file.view.js';
import { pictureOf, typeOfContent } from './file-content.rules.js';
import type { UploadDoc } from './upload.model.js';

const day = 24 * 3600 * 1000;
/** Of one user, that no text carries yet: more are left over from texts that were not written to the end. */
const maxUnsent = 50;

const fileOf = ({ _id, type, bytes, sha256 = '' }: UploadDoc): TextFileDoc => ({
  ...{ _id, key_id: _id, sid: null, type, state: 'kept', bytes, sha256 },
});

/**
 * Stores a file that is to go with a text: what it is its content says. Whoever uploads it may send it with one text, and
 * what nobody sends is removed after a day.
 */
export async function uploadTextFile(
  ctx: MessagingContext,
  actor: Actor,
  req: IncomingMessage,
): Promise<TextFile> {
  const { file } = await readFileForm(req, {
    ...{ part: 'file', maxBytes: sentFilesLimit.bytes, missing: sentFileSentences.missing },
  });
  const type = pictureOf(file.bytes) ?? typeOfContent(file.bytes.subarray(0, 32), 'application/pdf') ?? '';
  const bytes = file.bytes.length;
  const fault = sentFilesFault([{ type, bytes }]);
  if (fault !== undefined || !isSentType(type))
    throw invalidField('file', fault ?? sentFileSentences.otherKind);
  const user_id = new Types.ObjectId(actor.id);
  if ((await ctx.uploads.countDocuments({ user_id })) >= maxUnsent)
    throw tooMany(3600, 'Too many files are waiting to be sent, please try again later');
  const _id = new Types.ObjectId();
  const purgeAt = new Date(ctx.clock.now().getTime() + day);
  // Before the file: what is stored is always somebody's, and is removed with this.
  const upload: UploadDoc = { _id, user_id, type, bytes, text_id: null, purgeAt };
  await ctx.uploads.collection.insertOne(upload);
  // For whom it is nobody has said: it has a key of its own, and keeps that.
  const own = { id: _id, owner: _id };
  const { sha256 } = await storePersonFile(ctx.files, own, Readable.from([file.bytes]), {
    ...{ maxBytes: sentFilesLimit.bytes, typeOf: () => type, isFirst: true },
  });
  await ctx.uploads.updateOne({ _id }, { $set: { sha256 } });
  return textFileView(fileOf({ ...upload, sha256 }));
}

/** The filter that finds what somebody may send with a text: theirs, whole, and no other text's. */
const usable = (actor: Actor, ids: readonly Types.ObjectId[], textId: Types.ObjectId) => ({
  _id: { $in: [...ids] },
  user_id: new Types.ObjectId(actor.id),
  sha256: { $exists: true },
  text_id: { $in: [null, textId] },
});

/**
 * The files that a text is to carry, in their order; undefined where one is not to be had. Throws `invalid` where all are
 * too much.
 */
export async function filesToSend(
  ctx: MessagingContext,
  actor: Actor,
  { ids, textId }: { ids: readonly string[]; textId: Types.ObjectId },
): Promise<TextFileDoc[] | undefined> {
  if (ids.length === 0) return [];
  const asked = [...new Set(ids)].map((id) => new Types.ObjectId(id));
  const found = await ctx.uploads.find(usable(actor, asked, textId)).lean<UploadDoc[]>();
  const files = asked.flatMap((id) => found.find(({ _id }) => _id.equals(id)) ?? []);
  if (files.length < asked.length) return undefined;
  const fault = sentFilesFault(files);
  if (fault !== undefined) throw invalidField('files', fault);
  return files.map(fileOf);
}

/** Makes them this text's and nobody else's. Answers false where another text was faster. */
export async function claimFiles(
  ctx: MessagingContext,
  actor: Actor,
  { files, textId }: { files: readonly TextFileDoc[]; textId: Types.ObjectId },
): Promise<boolean> {
  if (files.length === 0) return true;
  const ids = files.map(({ _id }) => _id);
  const { matchedCount } = await ctx.uploads.updateMany(usable(actor, ids, textId), {
    $set: { text_id: textId },
  });
  return matchedCount === files.length;
}

/** Forgets uploads whose text is stored: the files are its own now. */
export async function forgetUploads(ctx: MessagingContext, files: readonly TextFileDoc[]): Promise<void> {
  if (files.length > 0) await ctx.uploads.deleteMany({ _id: { $in: files.map(({ _id }) => _id) } });
}

/** Removes the next upload whose day is over; of one that a text carries the file stays. */
async function purgeNext(ctx: MessagingContext): Promise<boolean> {
  const due = { purgeAt: { $lte: ctx.clock.now() } };
  const upload = await ctx.uploads.findOne(due).sort({ purgeAt: 1 }).lean<UploadDoc>();
  if (upload === null) return false;
  const { _id } = upload;
  // A text that claims it after this finds that it is another's.
  const claimed = await ctx.uploads.updateOne(
    { _id, text_id: upload.text_id },
    { $set: { text_id: upload.text_id ?? _id } },
  );
  if (claimed.matchedCount === 0) return true;
  if (!(await ctx.texts.exists({ 'files._id': _id }))) {
    await ctx.dataKeys.destroy([_id.toHexString()], ctx.clock.now());
    await dropPersonFile(ctx.files, _id);
  }
  await ctx.uploads.deleteOne({ _id });
  return true;
}

/** The job that removes what was uploaded and never sent. */
export const purgingUploads = (ctx: MessagingContext): Job => ({
  name: 'uploads to remove',
  ...dueIn(ctx.uploads, 'purgeAt'),
  run: () => purgeNext(ctx),
});

import * as calls from '@crm/contracts/http/messaging.js';
import { answerFile } from '@crm/domain/media/answer-file.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { MessagingContext } from '../context.js';
import { uploadTextFile } from './upload-file.js';
import { fetchAgain, openTextFile } from './open-file.js';

/** The calls about the files of texts. */
export function fileRoutes(ctx: MessagingContext): Route[] {
  return [
    route(calls.uploadTextFile, async (actor, _input, { req }) => ({
      ...success('File uploaded'),
      file: await uploadTextFile(ctx, actor, req),
    })),
    route(calls.getTextFile, async (actor, { params }, { req, res }) => {
      await answerFile(req, res, await openTextFile(ctx, actor, params.id));
      return answered;
    }),
    route(calls.fetchTextFile, async (actor, { params }) => ({
      ...success('File is being fetched'),
      text_message: await fetchAgain(ctx, actor, params.id),
    })),
  ];
}

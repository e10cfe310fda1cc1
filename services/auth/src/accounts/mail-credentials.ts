import type { z } from 'zod';
import type { saveMailToken as saveToken, mailCredentials as readMail } from '@crm/contracts/http/agents.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { changeUser } from '../user/change-user.js';
import { open, seal } from '../user/email-credentials.js';
import type { StoredUser } from '../user/user.model.js';

/** The credentials of a user's own mailbox, opened for the service that sends from it. */
export async function mailCredentials(
  ctx: AuthContext,
  id: string,
): Promise<z.input<(typeof readMail)['answer']>> {
  const user = await ctx.models.users.findById(id, { email_credentials: 1 }).lean<StoredUser | null>();
  if (user === null) throw notFound('User');
  const { email_credentials: sealed } = user;
  return { credentials: sealed === undefined ? null : open(ctx.encryptionKeys, id, sealed) };
}

/** Keeps what a refresh gave; credentials that somebody changed meanwhile stay theirs. Nobody is told of it. */
export async function saveMailToken(
  ctx: AuthContext,
  id: string,
  { refreshToken, accessToken }: z.output<NonNullable<(typeof saveToken)['body']>>,
): Promise<{ kept: boolean }> {
  let kept = false;
  await changeUser(ctx, 'system', id, (user) => {
    const stored = user.email_credentials && open(ctx.encryptionKeys, id, user.email_credentials);
    kept = stored?.refreshToken === refreshToken;
    if (stored === undefined || !kept || stored.accessToken === accessToken) return undefined;
    return {
      set: { email_credentials: seal(ctx.encryptionKeys, id, { ...stored, accessToken }) },
      eventsOf: () => [],
    };
  });
  return { kept };
}

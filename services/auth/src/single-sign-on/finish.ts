import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { finishSingleSignOn } from '@crm/contracts/http/single-sign-on.js';
import { auditSubject } from '@crm/platform/audit/add-details.js';
import { AppError, secondStep, wrongCredentials } from '@crm/platform/errors/app-error.js';
import { hashOfSecret } from '../random-secret.js';
import type { AuthContext } from '../context.js';
import { countsAsFactor } from '../providers/claims.rules.js';
import { readActiveProvider } from '../providers/providers.js';
import type { RelyingParty } from '../second-factor/relying-party.rules.js';
import { beginStep } from '../second-factor/sign-in-step.js';
import type { SessionProvider } from '../providers/session-provider.js';
import { readUserSigningIn, startSession, type SignInPlace } from '../sessions/start-session.js';
import type { StoredUser } from '../user/user.model.js';
import { openText, sealText } from '../user/sealed.js';
import { accountOf } from './account-of-person.js';
import type { ProviderSignIn, Refusal } from './provider-sign-in.model.js';

const sentences = {
  declined: 'You did not agree at the identity provider',
  failed: 'The identity provider did not answer as expected, please try again',
} as const satisfies Record<Refusal, string>;

const over = () =>
  wrongCredentials('This sign-in took too long or began in another browser, please try again');

/**
 * Ends a sign-in at a provider with a session, as a password does (rule A46). Throws `wrong_credentials` with the reason why
 * there is none, and `second_step` where a second factor is asked for here.
 */
export async function finishAtProvider(
  ctx: AuthContext,
  { ticket }: InputOf<typeof finishSingleSignOn>['body'],
  browser: string | undefined,
  from: SignInPlace,
  site: RelyingParty,
): Promise<AnswerOf<typeof finishSingleSignOn>> {
  const { user, provider } = await counted(ctx, () => proven(ctx, ticket, browser));
  const step = provider.counts_as_factor ? undefined : await beginStep(ctx, user, site, provider);
  if (step !== undefined) throw secondStep(step);
  return startSession(ctx, user, from, provider);
}

async function counted<T>(ctx: AuthContext, attempt: () => Promise<T>): Promise<T> {
  try {
    const proof = await attempt();
    ctx.countSignIn('right');
    return proof;
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_credentials') ctx.countSignIn('wrong');
    throw error;
  }
}

/** The user whom a ticket stands for, and what of the provider the session keeps. */
async function proven(
  ctx: AuthContext,
  ticket: string,
  browser: string | undefined,
): Promise<{ user: StoredUser; provider: SessionProvider }> {
  const ended = await ctx.models.providerSignIns
    .findOneAndDelete({
      ticket: hashOfSecret(ticket),
      browser: hashOfSecret(browser ?? ''),
      expires_at: { $gt: ctx.clock.now() },
    })
    .lean<ProviderSignIn | null>();
  if (ended === null) throw over();
  const { person, refusal = 'failed', id_token } = ended;
  if (person === undefined) throw wrongCredentials(sentences[refusal]);
  const provider = await readActiveProvider(ctx, ended.provider_id);
  const id = await accountOf(ctx, provider, person);
  auditSubject(`user/${id}`);
  return {
    user: await readUserSigningIn(ctx, id),
    provider: {
      id: ended.provider_id,
      counts_as_factor: countsAsFactor(person.methods, provider.factor_values),
      ...(id_token && {
        id_token: sealText(
          ctx.encryptionKeys,
          `user/${id}`,
          openText(ctx.encryptionKeys, ended._id, id_token),
        ),
      }),
    },
  };
}

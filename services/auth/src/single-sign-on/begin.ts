import * as oidc from 'openid-client';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import { singleSignOnCallback, type beginSingleSignOn } from '@crm/contracts/http/single-sign-on.js';
import { hashOfSecret } from '../random-secret.js';
import type { AuthContext } from '../context.js';
import { openSecret, readActiveProvider } from '../providers/providers.js';
import { signInMs } from './browser-cookie.js';

/** What is asked of a provider: who it is, their address, their name. Groups come where the provider is set up to send them. */
const scope = 'openid email profile';

/**
 * Begins a sign-in at a provider, for the browser that has the secret. State, nonce and verifier are kept in the store: any
 * process may be asked next. Throws `not_found`, and `upstream_failed` for a provider that does not answer.
 */
export async function beginAtProvider(
  ctx: AuthContext,
  id: string,
  { browser, origin }: { browser: string; origin: string },
): Promise<AnswerOf<typeof beginSingleSignOn>> {
  const provider = await readActiveProvider(ctx, id);
  const client = await ctx.providerClients.of(provider, openSecret(ctx, provider));
  const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  const redirect_uri = `${origin}${singleSignOnCallback.path}`;
  await ctx.models.providerSignIns.create({
    _id: hashOfSecret(state),
    provider_id: id,
    browser: hashOfSecret(browser),
    ...{ nonce, verifier, redirect_uri },
    expires_at: new Date(ctx.clock.now().getTime() + signInMs),
  });
  const url = oidc.buildAuthorizationUrl(client, {
    ...{ scope, state, nonce, redirect_uri },
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href };
}

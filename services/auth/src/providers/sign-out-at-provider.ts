import { buildEndSessionUrl } from 'openid-client';
import type { AuthContext } from '../context.js';
import type { SessionProvider } from './session-provider.js';
import { openText } from '../user/sealed.js';
import { findProvider, openSecret } from './providers.js';

/**
 * The address at which a browser signs out at the provider that began its session, and comes back to the sign-in page;
 * undefined where the provider has none, or does not answer: our session is over all the same.
 */
export async function signOutAddress(
  ctx: AuthContext,
  userId: string,
  { id, id_token }: SessionProvider,
  origin: string,
): Promise<string | undefined> {
  const provider = await findProvider(ctx, id);
  if (provider === null) return undefined;
  try {
    const client = await ctx.providerClients.of(provider, openSecret(ctx, provider));
    if (client.serverMetadata().end_session_endpoint === undefined) return undefined;
    return buildEndSessionUrl(client, {
      post_logout_redirect_uri: `${origin}/signin`,
      ...(id_token && { id_token_hint: openText(ctx.encryptionKeys, `user/${userId}`, id_token) }),
    }).href;
  } catch (error) {
    ctx.log.warn({ err: error, providerId: id }, 'sign-out at provider not possible');
    return undefined;
  }
}

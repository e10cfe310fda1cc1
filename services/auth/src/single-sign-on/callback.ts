import * as oidc from 'openid-client';
import { AppError } from '@crm/platform/errors/app-error.js';
import { hashOfSecret, newSecret } from '../random-secret.js';
import type { AuthContext } from '../context.js';
import { personOf } from '../providers/claims.rules.js';
import type { StoredProvider } from '../providers/provider.model.js';
import { openSecret, readActiveProvider } from '../providers/providers.js';
import { sealText } from '../user/sealed.js';
import type { ProviderSignIn } from './provider-sign-in.model.js';

/** How long a browser has to come with its ticket: it is on its way. */
const ticketMs = 60_000;
/** An ID token larger than this is not kept for signing out at the provider. */
const maxKeptToken = 8_000;

interface Returned {
  /** Of the browser's cookie. */
  browser: string | undefined;
  state: string | undefined;
  /** The query of the address that the provider sent the browser to, from its question mark on. */
  search: string;
}

/**
 * Takes what a provider sends a browser back with, once, and answers a ticket for the result. A state that is unknown, used,
 * too old or another browser's gets a ticket of nothing: whoever ends the sign-in is told to begin again.
 */
export async function takeProviderAnswer(
  ctx: AuthContext,
  { browser, state, search }: Returned,
): Promise<string> {
  const ticket = newSecret();
  if (browser === undefined || state === undefined) return ticket;
  const now = ctx.clock.now();
  const begun = await ctx.models.providerSignIns
    .findOneAndUpdate(
      {
        _id: hashOfSecret(state),
        browser: hashOfSecret(browser),
        expires_at: { $gt: now },
        ticket: { $exists: false },
      },
      { $set: { ticket: hashOfSecret(ticket), expires_at: new Date(now.getTime() + ticketMs) } },
    )
    .lean<ProviderSignIn | null>();
  if (begun === null) return ticket;
  await ctx.models.providerSignIns.updateOne(
    { _id: begun._id },
    { $set: await prove(ctx, begun, { state, search }) },
  );
  return ticket;
}

type Proof = Pick<ProviderSignIn, 'refusal' | 'person' | 'id_token'>;

/** What the provider's answer proves; a refusal where it is none. */
async function prove(
  ctx: AuthContext,
  begun: ProviderSignIn,
  { state, search }: { state: string; search: string },
): Promise<Proof> {
  try {
    const provider = await readActiveProvider(ctx, begun.provider_id);
    const client = await ctx.providerClients.of(provider, openSecret(ctx, provider));
    const tokens = await oidc.authorizationCodeGrant(client, new URL(`${begun.redirect_uri}${search}`), {
      pkceCodeVerifier: begun.verifier,
      expectedState: state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    });
    const { id_token = '' } = tokens;
    const person = personOf(await claimsOf(client, tokens, provider), provider.role_claim);
    if (id_token.length > maxKeptToken) return { person };
    return { person, id_token: sealText(ctx.encryptionKeys, begun._id, id_token) };
  } catch (error) {
    const isDeclined = error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied';
    const refusal = isDeclined ? 'declined' : 'failed';
    // The error itself may carry claims of the person.
    ctx.log.warn({ reason: reasonOf(error), providerId: begun.provider_id }, 'sign-in at provider refused');
    return { refusal };
  }
}

/** Why a provider's answer was refused, in words alone. */
function reasonOf(error: unknown): string {
  const cause = error instanceof AppError ? (error.cause ?? error) : error;
  return cause instanceof Error ? [cause.name, cause.message].join(': ') : 'unknown';
}

/** The claims of the ID token, and of what it leaves out those that the provider answers when it is asked. */
async function claimsOf(
  client: oidc.Configuration,
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
  { role_claim }: Pick<StoredProvider, 'role_claim'>,
): Promise<Record<string, unknown>> {
  const proven = { ...tokens.claims() };
  const isWhole = ['email', role_claim].every((claim) => claim === '' || claim in proven);
  if (isWhole || client.serverMetadata().userinfo_endpoint === undefined) return proven;
  const asked = await oidc.fetchUserInfo(client, tokens.access_token, String(proven['sub']));
  return { ...asked, ...proven };
}

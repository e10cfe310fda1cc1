import * as oidc from 'openid-client';
import type { Clock } from '@crm/platform/clock.js';
import { upstreamFailed } from '@crm/platform/errors/app-error.js';
import type { Networks } from '@crm/platform/network/network.rules.js';
import { createGuardedFetch } from '@crm/platform/outbound/guarded-fetch.js';
import type { StoredProvider } from './provider.model.js';

const timeoutMs = 5_000;
/** Of a description, a set of keys or a set of claims. */
const maxBytes = 512 * 1024;
/** How long a description is used before it is asked for again, so that new addresses take effect. */
const freshMs = 10 * 60_000;
/** Clocks of servers are not the same. */
const toleranceSeconds = 30;

/** The clients of identity providers, each described by its provider. */
export interface ProviderClients {
  /** Throws `upstream_failed` where the provider does not describe itself. */
  of(provider: StoredProvider, secret: string | undefined): Promise<oidc.Configuration>;
  close(): Promise<void>;
}

/** The client authenticates as the provider takes it; where it says nothing, as the standard has it. */
function authenticationOf(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (taken.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** The clients of this process. What a provider says of itself is kept for ten minutes. */
export function createProviderClients({
  clock,
  allowed,
}: {
  clock: Clock;
  allowed: Networks;
}): ProviderClients {
  const guarded = createGuardedFetch({ allowed, timeoutMs, maxBytes });
  const known = new Map<string, { version: number; until: number; client: oidc.Configuration }>();

  const customFetch: oidc.CustomFetch = (url, { method, headers, body }) => {
    const isText = typeof body === 'string' || body instanceof URLSearchParams;
    return guarded.fetch(url, { method, headers, body: isText ? body : null });
  };

  const describe = async (provider: StoredProvider, secret: string | undefined) => {
    const issuer = new URL(provider.issuer);
    try {
      return await oidc.discovery(
        issuer,
        provider.client_id,
        { [oidc.clockTolerance]: toleranceSeconds },
        authenticationOf(secret),
        {
          [oidc.customFetch]: customFetch,
          timeout: timeoutMs / 1000,
          // The guard lets http through in the operator's own networks alone.
          execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
        },
      );
    } catch (error) {
      throw upstreamFailed('The identity provider did not answer as expected', error);
    }
  };

  return {
    of: async (provider, secret) => {
      const id = provider._id.toHexString();
      const now = clock.now().getTime();
      const found = known.get(id);
      if (found?.version === provider.version && found.until > now) return found.client;
      const client = await describe(provider, secret);
      known.set(id, { version: provider.version, until: now + freshMs, client });
      return client;
    },
    close: () => guarded.close(),
  };
}

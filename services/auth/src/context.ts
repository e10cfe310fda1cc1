import type { Collection } from 'mongoose';
import type { AuditEntry } from '@crm/platform/audit/audit-entry.js';
import type { Clock } from '@crm/platform/clock.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import type { TokenVerifier } from '@crm/platform/identity/token-verifier.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { Networks } from '@crm/platform/network/network.rules.js';
import type { ProviderClients } from './providers/provider-client.js';
import type { Models } from './models.js';
import type { PresenceMemory } from './presence/presence-memory.js';
import type { PasswordHasher } from './sessions/password-hasher.js';
import type { SignInOutcome } from './sessions/sign-in-metrics.js';
import type { IssueKeyToken, IssueToken } from './sessions/token-issuer.js';
import type { Turnstile } from './turnstile.js';
import type { EncryptionKeys } from './user/sealed.js';

/** What every use case of the service works with. */
export interface AuthContext {
  clock: Clock;
  log: Logger;
  models: Models;
  /** The service's own audit log, to read. */
  auditEntries: Collection<AuditEntry>;
  passwords: PasswordHasher;
  /** What a password is checked against where there is no user, so that both take the same time. */
  strangerHash: string;
  encryptionKeys: EncryptionKeys;
  /** The address of the site, where it is configured: what passkeys are made for. */
  publicBaseUrl: string | undefined;
  /** Networks of the operator's own in which identity providers may be. */
  ssoNetworks: Networks;
  providerClients: ProviderClients;
  verifier: TokenVerifier;
  sessions: Sessions;
  issueToken: IssueToken;
  issueKeyToken: IssueKeyToken;
  presence: PresenceMemory;
  /** Changes of presence go one at a time, so that each tells the count of online agents after it. */
  presenceTurn: Turnstile;
  /** Turns of attempts to sign in are taken one at a time, so that a crowd at one account does not fight for each. */
  attemptTurn: Turnstile;
  /** Attempts from places where the account is not known: a few at a time. */
  newPlaceTurn: Turnstile;
  countSignIn(outcome: SignInOutcome): void;
  /** Lets so many milliseconds pass. */
  wait(ms: number): Promise<void>;
}

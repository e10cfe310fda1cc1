import * as calls from '@crm/contracts/http/second-factor.js';
import { route, type Exchange, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { AuthContext } from '../context.js';
import { deviceOf, saveDevice } from '../sessions/device.js';
import { challengePasskey, confirmSignIn } from './confirm-sign-in.js';
import { beginPasskeyAtSignIn, beginTotpAtSignIn, finishAtSignIn } from './enroll-at-sign-in.js';
import {
  enrollOwnPasskey,
  enrollOwnTotp,
  finishOwnEnrollment,
  readOwnFactors,
  removeFactorsOf,
  removeOwnFactor,
  renewRecoveryCodes,
} from './manage-factors.js';
import { relyingPartyOf, type RelyingParty } from '../second-factor/relying-party.rules.js';

/** The site that a request is for: as configured, or as the gateway says that the browser asked. */
export const siteOf = ({ publicBaseUrl }: AuthContext, { req }: Exchange): RelyingParty =>
  relyingPartyOf(publicBaseUrl, { protocol: req.protocol, host: req.host });

/** The second step of a sign-in, one's own second factors, and what admins remove. */
export function secondFactorRoutes(ctx: AuthContext): Route[] {
  const addressOf = ({ req }: Exchange) => req.ip ?? '';
  const claimsOf = ({ token }: Exchange) => ctx.verifier.verify(token);
  /** Where a session begins from; a browser that completes a sign-in is known from then on. */
  const beginning = async <A>(
    exchange: Exchange,
    begin: (from: Parameters<typeof confirmSignIn>[2]) => Promise<A>,
  ) => {
    const device = deviceOf(exchange.req);
    const from = { address: addressOf(exchange), userAgent: exchange.req.headers['user-agent'], device };
    const answer = await begin(from);
    saveDevice(exchange, device);
    return answer;
  };
  return [
    route(calls.confirmSignIn, (_actor, { body }, exchange) =>
      beginning(exchange, (from) => confirmSignIn(ctx, body, from)),
    ),
    route(calls.challengePasskey, (_actor, { body }, exchange) =>
      challengePasskey(ctx, body, siteOf(ctx, exchange)),
    ),
    route(calls.enrollTotpAtSignIn, (_actor, { body }) => beginTotpAtSignIn(ctx, body)),
    route(calls.enrollPasskeyAtSignIn, (_actor, { body }, exchange) =>
      beginPasskeyAtSignIn(ctx, body, siteOf(ctx, exchange)),
    ),
    route(calls.finishEnrollmentAtSignIn, (_actor, { body }, exchange) =>
      beginning(exchange, (from) => finishAtSignIn(ctx, body, from)),
    ),
    route(calls.getSecondFactor, (actor) => readOwnFactors(ctx, actor)),
    route(calls.enrollTotp, (actor, { body }, exchange) =>
      enrollOwnTotp(ctx, actor, body, addressOf(exchange)),
    ),
    route(calls.enrollPasskey, (actor, { body }, exchange) =>
      enrollOwnPasskey(ctx, actor, body, { address: addressOf(exchange), site: siteOf(ctx, exchange) }),
    ),
    route(calls.finishEnrollment, (actor, { body }, exchange) =>
      finishOwnEnrollment(ctx, actor, claimsOf(exchange), body),
    ),
    route(calls.removeFactor, (actor, { body }, exchange) =>
      removeOwnFactor(ctx, actor, body, addressOf(exchange)),
    ),
    route(calls.renewRecoveryCodes, (actor, { body }, exchange) =>
      renewRecoveryCodes(ctx, actor, body, addressOf(exchange)),
    ),
    route(calls.removeFactorsOfUser, (actor, { params }) => removeFactorsOf(ctx, actor, params.userId)),
  ];
}

import * as calls from '@crm/contracts/http/single-sign-on.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { newSecret } from '../random-secret.js';
import type { AuthContext } from '../context.js';
import { listWays } from '../providers/providers.js';
import { siteOf } from '../second-step/second-factor.routes.js';
import { deviceOf, saveDevice } from '../sessions/device.js';
import { beginAtProvider } from './begin.js';
import { browserCookie } from './browser-cookie.js';
import { takeProviderAnswer } from './callback.js';
import { finishAtProvider } from './finish.js';

/** Where a browser goes on with its ticket. */
const signInPage = '/signin';

/** Signing in at an identity provider. */
export function singleSignOnRoutes(ctx: AuthContext): Route[] {
  return [
    route(calls.listSignInWays, () => listWays(ctx)),
    route(calls.beginSingleSignOn, async (_actor, { params }, exchange) => {
      const browser = browserCookie.of(exchange.req) ?? newSecret();
      const { origin } = siteOf(ctx, exchange);
      const answer = await beginAtProvider(ctx, params.id, { browser, origin });
      browserCookie.save(exchange, browser);
      return answer;
    }),
    route(calls.singleSignOnCallback, async (_actor, { query }, { req, res }) => {
      const { search } = new URL(req.originalUrl, 'http://localhost');
      const ticket = await takeProviderAnswer(ctx, {
        browser: browserCookie.of(req),
        state: query.state,
        search,
      });
      res.setHeader('cache-control', 'no-store');
      res.redirect(303, `${signInPage}?ticket=${ticket}`);
      return answered;
    }),
    route(calls.finishSingleSignOn, async (_actor, { body }, exchange) => {
      const { req } = exchange;
      const device = deviceOf(req);
      const from = { address: req.ip ?? '', userAgent: req.headers['user-agent'], device };
      const answer = await finishAtProvider(ctx, body, browserCookie.of(req), from, siteOf(ctx, exchange));
      saveDevice(exchange, device);
      return answer;
    }),
  ];
}

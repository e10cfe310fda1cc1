import { sentences } from '@crm/contracts/errors.js';
import * as calls from '@crm/contracts/http/quick-add.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { createFormTokens } from '@crm/platform/identity/form-token.js';
import type { LeadsContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { offeredChoices } from '../reference/reference-lists.js';
import { quickAdd } from './quick-add.js';

/** Nobody fills the form faster; a page left open over a shift still sends. */
const minSeconds = 3;
const maxSeconds = 12 * 60 * 60;

/** Where the web application shows the form. */
const path = '/leads/upload';

/** An address of IPv4 as it is written, also where the socket is one of IPv6. */
const addressOf = (ip = ''): string => ip.replace(/^::ffff:/, '');

/** The calls of the public quick-add page. */
export function quickAddRoutes(ctx: LeadsContext): Route[] {
  const { own: keys } = ctx.config.serviceKeys;
  const tokens = createFormTokens({ form: 'quick-add', keys, clock: ctx.clock, minSeconds, maxSeconds });
  return [
    route(calls.openQuickAdd, async () => ({
      form_token: tokens.issue(),
      ready_in: minSeconds,
      good_for: maxSeconds,
      medications: await offeredChoices(ctx, 'medications'),
      consent_statement: ctx.config.consentStatement,
    })),
    route(calls.quickAddLead, async (_actor, { body }, { req }) => {
      const page = { url: `${req.protocol}://${req.host}${path}`, ip: addressOf(req.ip) };
      await quickAdd(ctx, tokens, { input: body, page });
      return success(sentences.leadCreated);
    }),
  ];
}

import { fileURLToPath } from 'node:url';
import express, { type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { accountInput } from '../account/account-change.js';
import {
  CannotDo,
  callInput,
  inboundCallInput,
  inboundSmsInput,
  pressInput,
  refuseInput,
  scriptInput,
  type Control,
} from './control.js';
import { faultInput } from './faults.js';

const phoneFolder = fileURLToPath(new URL('../../phone', import.meta.url));

function answerError(response: Response, error: unknown): void {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    const message = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`.replace(/^: /, '');
    response.status(422).json({ message });
  } else if (error instanceof CannotDo) response.status(409).json({ message: error.message });
  else throw error;
}

/** Accepts an action by POST; JSON only, so that no page of another origin can send one. */
function action<S extends z.ZodType>(
  router: Router,
  name: string,
  schema: S,
  run: (input: z.output<S>) => unknown,
  limit = '64kb',
) {
  router.post(`/${name}`, express.json({ limit }), (request: Request, response: Response) => {
    try {
      const answer = run(schema.parse(request.body));
      if (answer === undefined) response.status(204).end();
      else response.json(answer);
    } catch (error) {
      answerError(response, error);
    }
  });
}

/** The control interface and the phone page, for people and tests on this machine. */
export function controlRoutes(control: Control): Router {
  const router = express.Router();
  action(router, 'inbound-call', inboundCallInput, control.inboundCall);
  action(router, 'inbound-sms', inboundSmsInput, control.inboundSms, '16mb');
  action(router, 'script', scriptInput, control.script);
  action(router, 'answer', callInput, control.answer);
  action(router, 'refuse', refuseInput, control.refuse);
  action(router, 'hangup', callInput, control.hangup);
  action(router, 'press', pressInput, control.press);
  action(router, 'fault', faultInput, control.fault);
  action(router, 'account', accountInput, control.account);
  router.get('/media/:sid', (request, response) => {
    const media = control.media(request.params.sid);
    response.set({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    if (media === undefined) response.status(404).end();
    else response.type(media.type).send(media.bytes);
  });
  router.get('/state', (_, response) => {
    response.set('cache-control', 'no-store').json(control.state());
  });
  router.get('/trace', (request, response) => {
    const after = z.coerce.number().int().min(0).catch(0).parse(request.query['after']);
    response.set('cache-control', 'no-store').json(control.trace(after));
  });
  router.use(
    '/phone',
    (_, response, next) => {
      response.set({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      next();
    },
    express.static(phoneFolder, { index: 'index.html' }),
  );
  return router;
}

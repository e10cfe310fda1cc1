import { createServer, type Server } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { WebSocketServer } from 'ws';
import { createAccountBook } from './account/account-book.js';
import { createBehaviours } from './legs/behaviours.js';
import { admitDevice } from './client/device-socket.js';
import { createDevices } from './client/devices.js';
import { createRealClock } from './clock/real-clock.js';
import type { SimClock } from './clock/sim-clock.js';
import { createVirtualClock } from './clock/virtual-clock.js';
import { controlRoutes } from './control/control-routes.js';
import { createControl, type Control } from './control/control.js';
import { createFaults } from './control/faults.js';
import { createHooks } from './hooks/hooks.js';
import { createHttpCaller } from './hooks/http-call.js';
import type { Carrier } from './model.js';
import { simOptions, type SimOptions, type SimSettings } from './options.js';
import { createApiCheck } from './oas/oascheck.js';
import { createRestHandler, type Exchange } from './rest/serve-rest.js';
import { createSids } from './sids.js';
import { createTrace } from './trace.js';

export interface CarrierSim {
  /** Its address, `http://127.0.0.1:4010`; known once started. */
  readonly url: string;
  readonly clock: SimClock;
  readonly control: Control;
  start(): Promise<string>;
  stop(): Promise<void>;
}

const startOfTests = new Date('2026-11-20T17:00:00.000Z');

const createClock = (options: SimOptions) =>
  options.clock === 'real'
    ? createRealClock(options.speed)
    : createVirtualClock(options.startAt ?? startOfTests, options.quietMs);

/** Internal errors stay visible to the caller and in the trace. */
const answerFailure =
  (carrier: Carrier) => (error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const message = error instanceof Error ? error.message : String(error);
    carrier.trace.add('error', message);
    if (!response.headersSent)
      response.status(500).json({ code: 20500, message, more_info: '', status: 500 });
  };

function listen(server: Server, { host, port }: SimOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('A server listens on a port');
      const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
      resolve(`http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${String(address.port)}`);
    });
  });
}

/** A telephone carrier on this machine: REST interface, documents, webhooks, devices and a control interface. */
export function createCarrierSim(settings: SimSettings): CarrierSim {
  const options = simOptions.parse(settings);
  const clock = createClock(options);
  const sids = createSids(options.seed);
  const trace = createTrace(clock);
  const faults = createFaults();
  const http = createHttpCaller();
  const devices = createDevices(clock, () => carrier);
  const carrier: Carrier = {
    options,
    account: createAccountBook(options),
    clock,
    sids,
    trace,
    faults,
    devices,
    hooks: createHooks({ authToken: options.authToken, clock, sids, trace, faults, http }),
    behaviours: createBehaviours(),
    legs: new Map(),
    conferences: new Map(),
    queues: new Map(),
    recordings: new Map(),
    messages: new Map(),
    transcripts: new Map(),
    optedOut: new Set(),
  };
  const apiProblems: string[] = [];
  const control = createControl(carrier, faults, apiProblems);
  const check = options.checksApi ? createApiCheck() : undefined;
  const seen = (exchange: Exchange) => {
    if (!check) return;
    // A rejected request may violate the interface; its rejection may not.
    if (exchange.status < 400) apiProblems.push(...check.request(exchange));
    if (exchange.status !== 404) apiProblems.push(...check.answer(exchange, exchange));
  };

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use('/_sim', controlRoutes(control));
  app.use(express.text({ type: 'application/x-www-form-urlencoded', limit: '256kb' }));
  app.use(createRestHandler(carrier, seen));
  app.use(answerFailure(carrier));
  const server = createServer(app);
  const sockets = new WebSocketServer({ server, path: '/_sim/client', maxPayload: 64 * 1024 });
  sockets.on('connection', (socket) => {
    admitDevice(carrier, devices, socket);
  });

  let url = '';
  return {
    get url() {
      return url;
    },
    clock,
    control,
    start: async () => {
      url = await listen(server, options);
      return url;
    },
    stop: async () => {
      clock.stop();
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      http.close();
      if (!server.listening) return;
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

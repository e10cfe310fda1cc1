import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Seconds; the product's calls take 1 to 50 ms, exports and uploads seconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * How often the event loop's delay is looked at. The library's own 10 ms cost a tenth of all that an idle system does; a
 * loop that is held up for less than a second shows in the times of requests.
 */
const loopLookMs = 1_000;

/** The library looks its label sets up anew for every value; told of many at once it does so while all is at hand. */
const maxUnsettled = 500;

function valueOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

export interface Metrics {
  /** For a service's own counters and gauges; each carries the label `service`. */
  readonly registry: Registry;
  /** Counts one answered request. `route` is the pattern, never the path. */
  observeRequest(method: string, route: string, status: number, seconds: number): void;
  /** How many requests were answered since the start, probes included. */
  answered(): number;
  /** The Prometheus text of this service and of the process it runs in. */
  text(): Promise<string>;
  readonly contentType: string;
}

let processRegistry: Registry | undefined;

/** Memory, CPU and event loop belong to the process, however many services share it: they are collected once. */
function metricsOfProcess(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: loopLookMs });
  }
  return processRegistry;
}

/** The metrics of one service, in a registry of its own: six services may share a process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const ofProcess = metricsOfProcess();

  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect: settle,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Request duration, from the first byte of the request to the last byte of the response',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers: [registry],
    collect: settle,
  });

  /** One label set: what was counted and not yet told to the library. */
  interface Observed {
    requests: number;
    seconds: number[];
    settle: () => void;
  }
  const known = new Map<string, Map<string, Map<number, Observed>>>();
  let unsettled = 0;
  let answered = 0;

  function observedOf(method: string, route: string, status: number): Observed {
    const counter = requests.labels(method, route, String(status));
    const histogram = durations.labels(method, route);
    const made: Observed = {
      requests: 0,
      seconds: [],
      settle: () => {
        if (made.requests > 0) counter.inc(made.requests);
        for (const each of made.seconds) histogram.observe(each);
        made.requests = 0;
        made.seconds = [];
      },
    };
    return made;
  }

  /** Tells the library what was counted since, when it is asked or a few hundred have come together. */
  function settle(): void {
    unsettled = 0;
    for (const methods of known.values())
      for (const statuses of methods.values()) for (const observed of statuses.values()) observed.settle();
  }

  return {
    registry,
    contentType: registry.contentType,
    observeRequest: (method, route, status, seconds) => {
      const methods = valueOf(known, route, () => new Map<string, Map<number, Observed>>());
      const statuses = valueOf(methods, method, () => new Map<number, Observed>());
      const observed = valueOf(statuses, status, () => observedOf(method, route, status));
      observed.requests += 1;
      observed.seconds.push(seconds);
      answered += 1;
      unsettled += 1;
      if (unsettled >= maxUnsettled) settle();
    },
    answered: () => answered,
    text: async () => `${await registry.metrics()}\n${await ofProcess.metrics()}`,
  };
}

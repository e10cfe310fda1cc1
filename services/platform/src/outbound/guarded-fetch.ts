import { Agent, fetch } from 'undici';
import type { Networks } from '../network/network.rules.js';
import { checkedLookup, requireReachable } from './checked-lookup.js';

interface Bounds {
  /** Networks of the operator's own that may be reached beside the internet, by http as well. */
  allowed: Networks;
  timeoutMs: number;
  /** Of an answer. */
  maxBytes: number;
}

/** What is sent. */
export interface OutboundRequest {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | URLSearchParams | null;
}

/** Requests to addresses that somebody entered, and what ends their connections. */
export interface GuardedFetch {
  fetch(url: string, request: OutboundRequest): Promise<Response>;
  close(): Promise<void>;
}

/** Answers without a body, by the fetch standard. */
const bodiless: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/**
 * A `fetch` for addresses that somebody entered: to the internet by https or to an allowed network alone, checked as it is
 * connected to; no redirect is followed, no answer larger than `maxBytes` read, and nothing waited for longer than
 * `timeoutMs`. Rejects with `AddressRefused`, or as `fetch` does.
 */
export function createGuardedFetch({ allowed, timeoutMs, maxBytes }: Bounds): GuardedFetch {
  // A connection is checked as it is made; one that is kept open for a moment leads to the same address.
  const agentFor = (protocol: string) =>
    new Agent({
      connect: { lookup: checkedLookup(protocol, allowed), timeout: timeoutMs },
      keepAliveTimeout: 1_000,
      maxResponseSize: maxBytes,
    });
  const agents = { 'https:': agentFor('https:'), 'http:': agentFor('http:') };
  return {
    fetch: async (address, { method = 'GET', headers = {}, body = null }) => {
      const url = new URL(address);
      requireReachable(url, allowed);
      const answer = await fetch(url, {
        method,
        headers: { ...headers },
        body,
        dispatcher: agents[url.protocol === 'http:' ? 'http:' : 'https:'],
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { status } = answer;
      // Read here, so that its bounds hold for all of it.
      const read = await answer.arrayBuffer();
      return new Response(bodiless.has(status) ? null : read, { status, headers: [...answer.headers] });
    },
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

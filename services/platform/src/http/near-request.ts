import type { IncomingMessage } from 'node:http';

const thisMachine = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;
const ownName = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
/** What proxies and tunnels add. */
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'] as const;

/** Whether a request comes from this machine itself, past any proxy. */
export function isNear({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  return (
    thisMachine.test(socket.remoteAddress ?? '') && forwarding.every((name) => headers[name] === undefined)
  );
}

/**
 * Whether it also asks for this machine by its own name, and was not sent by another site's page: a page from elsewhere that
 * is open in a browser here reaches what listens here alone.
 */
export function isOwnRequest(req: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const { host = '', 'sec-fetch-site': site } = req.headers;
  return isNear(req) && ownName.test(host) && site !== 'cross-site';
}
